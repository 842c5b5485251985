import { ActionIcon, Menu } from '@mantine/core';
import { type TemplateId, templates } from '@shared/graph/templates';
import { LayoutTemplate } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useProject } from '../stores/project';
import { startFrom } from './editing';

const isTemplate = (id: string): id is TemplateId => id in templates;

/** The templates that fit what is trained now, from the registry. */
export function TemplateMenu() {
  const { t } = useTranslation();
  const text = useText();
  const objective = useProject((state) => state.project?.settings.objective);
  const fitting = Object.keys(templates)
    .filter(isTemplate)
    .filter((id) => templates[id].objective === objective);
  return (
    <Menu position="right-start">
      <Menu.Target>
        <ActionIcon
          aria-label={t('canvas.templates')}
          title={t('canvas.templates')}
          data-testid="templates"
        >
          <LayoutTemplate size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('canvas.replaceTitle')}</Menu.Label>
        {fitting.map((id) => (
          <Menu.Item key={id} onClick={() => startFrom(id)} data-testid={`template-${id}`}>
            {text(templates[id].title)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => startFrom('empty')} data-testid="templateEmpty">
          {t('canvas.emptyTitle')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
