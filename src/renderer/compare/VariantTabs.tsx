import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { MAX_VARIANTS, type Variant } from '@shared/contract/project';
import { Copy, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { useActiveVariant, useProject } from '../stores/project';
import { variantColor } from '../theme';
import { useVariants } from '../training/useChartRuns';
import { drawingDifferences } from './differences';
import { RenameField } from './RenameField';
import styles from './tabs.module.css';

/** The drawings of the project, one tab each, in the colour of their curves. */
export function VariantTabs() {
  const { t } = useTranslation();
  const variants = useVariants();
  const active = useActiveVariant();
  const duplicate = useProject((state) => state.duplicateVariant);
  const full = variants.length >= MAX_VARIANTS;
  const language = useLanguage();
  const differences = useMemo(() => drawingDifferences(variants, language), [variants, language]);
  if (active === null) return null;
  return (
    <div className={styles.bar} data-testid="variants">
      <ul className={styles.tabs} aria-label={t('compare.variants')}>
        {variants.map((variant, place) => (
          <Tab
            key={variant.id}
            variant={variant}
            color={variantColor(place)}
            active={variant.id === active.id}
            difference={differences.get(variant.id) ?? ''}
            only={variants.length === 1}
          />
        ))}
      </ul>
      <Tooltip
        label={
          full ? t('compare.full', { most: MAX_VARIANTS }) : t('compare.add', { name: active.name })
        }
      >
        <ActionIcon
          size={24}
          aria-label={t('compare.add', { name: active.name })}
          disabled={full}
          data-testid="add-variant"
          onClick={() => duplicate(active.id)}
        >
          <Plus size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface TabProps {
  readonly variant: Variant;
  readonly color: string;
  readonly active: boolean;
  /** What sets its drawing apart from the first. */
  readonly difference: string;
  readonly only: boolean;
}

function Tab({ variant, color, active, difference, only }: TabProps) {
  const [renaming, setRenaming] = useState(false);
  const show = useProject((state) => state.setActive);
  const rename = useProject((state) => state.renameVariant);
  return (
    <li
      className={styles.tab}
      data-active={active}
      style={{ borderBottomColor: active ? color : 'transparent' }}
    >
      {renaming ? (
        <RenameField
          name={variant.name}
          done={(name) => {
            setRenaming(false);
            if (name !== null) rename(variant.id, name);
          }}
        />
      ) : (
        <Tooltip label={difference} disabled={difference === ''}>
          <button
            type="button"
            className={styles.name}
            aria-current={active}
            data-testid="variant"
            onClick={() => show(variant.id)}
            onDoubleClick={() => setRenaming(true)}
          >
            <span className={styles.dot} style={{ background: color }} />
            <strong>{variant.name}</strong>
            {difference !== '' && <span className={styles.difference}>{difference}</span>}
          </button>
        </Tooltip>
      )}
      {active && !renaming && (
        <TabMenu variant={variant} only={only} rename={() => setRenaming(true)} />
      )}
    </li>
  );
}

interface MenuProps {
  readonly variant: Variant;
  readonly only: boolean;
  rename(): void;
}

function TabMenu({ variant, only, rename }: MenuProps) {
  const { t } = useTranslation();
  const duplicate = useProject((state) => state.duplicateVariant);
  const remove = useProject((state) => state.removeVariant);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon
          size={20}
          aria-label={t('compare.menu', { name: variant.name })}
          data-testid="variant-menu"
        >
          <EllipsisVertical size={13} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={14} />} onClick={rename}>
          {t('compare.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<Copy size={14} />} onClick={() => duplicate(variant.id)}>
          {t('compare.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Trash2 size={14} />}
          disabled={only}
          title={only ? t('compare.lastOne') : ''}
          onClick={() => remove(variant.id)}
        >
          {t('compare.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
