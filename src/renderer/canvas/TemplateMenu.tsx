import { ActionIcon, Menu } from '@mantine/core';
import { type TemplateId, templates } from '@shared/graph/templates';
import { objectiveByType } from '@shared/objectives/registry';
import { LayoutTemplate } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useLearned } from '../stores/learned';
import { useProject } from '../stores/project';
import { startEmpty, startTemplate } from './startTemplate';
import { fitsNow, templateIds } from './templateFit';

/** All templates: first those that fit what is trained now, then those of other objectives, each with its own. */
export function TemplateMenu() {
  const { t } = useTranslation();
  const objective = useProject((state) => state.project?.settings.objective ?? '');
  const learned = useLearned();
  const fitting = templateIds.filter((id) => fitsNow(id, objective, learned));
  const others = templateIds.filter((id) => !fitting.includes(id));
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
          <Entry key={id} id={id} />
        ))}
        <Menu.Item onClick={startEmpty} data-testid="templateEmpty">
          {t('canvas.emptyTitle')}
        </Menu.Item>
        {others.length > 0 && <Menu.Label>{t('task.otherTemplates')}</Menu.Label>}
        {others.map((id) => (
          <Entry key={id} id={id} named />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** named: with the objective that it is made for. */
function Entry({ id, named = false }: { readonly id: TemplateId; readonly named?: boolean }) {
  const text = useText();
  const objective = objectiveByType.get(templates[id].objective);
  return (
    <Menu.Item
      onClick={() => void startTemplate(id)}
      data-testid={`template-${id}`}
      rightSection={named && objective ? <small>{text(objective.title)}</small> : null}
    >
      {text(templates[id].title)}
    </Menu.Item>
  );
}
