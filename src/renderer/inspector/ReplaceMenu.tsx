import { ActionIcon, Menu } from '@mantine/core';
import { blocks } from '@shared/blocks/registry';
import type { DrawingNode } from '@shared/contract/project';
import { replaceBlock } from '@shared/graph/document';
import { Replace } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useProject } from '../stores/project';
import { BlockIcon } from '../ui/BlockIcon';

/** Puts another block of the same kind in this one's place, wires kept: learned for sinusoidal positions. */
export function ReplaceMenu({ node }: { readonly node: DrawingNode }) {
  const { t } = useTranslation();
  const text = useText();
  const update = useProject((state) => state.updateActiveDrawing);
  const group = blocks.find(({ type }) => type === node.type)?.group;
  const others = blocks.filter((block) => block.group === group && block.type !== node.type);
  if (others.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('inspector.replaceWith')}
          title={t('inspector.replaceWith')}
          data-testid="replace"
        >
          <Replace size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('inspector.replaceWith')}</Menu.Label>
        {others.map(({ type, title, icon, group: hue }) => (
          <Menu.Item
            key={type}
            leftSection={<BlockIcon icon={icon} group={hue} />}
            onClick={() => update((drawing) => replaceBlock(drawing, node.id, type))}
            data-testid={`replace-${type}`}
          >
            {text(title)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
