import { ActionIcon, TextInput } from '@mantine/core';
import type { AnyBlock, BlockGroup } from '@shared/blocks/block';
import { taskByType } from '@shared/datasets/registry';
import { FileText, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useProject } from '../stores/project';
import { useUi } from '../stores/ui';
import classes from './Palette.module.css';
import { PaletteEntry } from './PaletteEntry';
import { searchBlocks } from './searchBlocks';

function byGroup(blocks: readonly AnyBlock[]): [BlockGroup, AnyBlock[]][] {
  const groups = new Map<BlockGroup, AnyBlock[]>();
  for (const block of blocks) groups.set(block.group, [...(groups.get(block.group) ?? []), block]);
  return [...groups];
}

/** The text that is trained on, in one line that leads to the data panel. */
function DataLine() {
  const { t } = useTranslation();
  const text = useText();
  const data = useProject((state) => state.project?.data?.name);
  const task = useProject((state) => state.project?.task?.type ?? '');
  const title = taskByType.get(task)?.title;
  const name = title === undefined ? data : text(title);
  const show = useUi((state) => state.showLeft);
  return (
    <button
      type="button"
      className={classes.data}
      onClick={() => show('data')}
      title={t('palette.openData')}
    >
      <FileText size={14} aria-hidden />
      <span className={classes.dataLabel}>{t('palette.data')}</span>
      <span className={classes.dataName}>{name ?? t('palette.noData')}</span>
    </button>
  );
}

/** All blocks, to drag onto the canvas or to add with Enter. */
export function Palette() {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const found = searchBlocks(words);
  return (
    <div className={classes.palette}>
      <TextInput
        className={classes.search ?? ''}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setWords('')}
        leftSection={<Search size={14} />}
        rightSection={
          words && (
            <ActionIcon size={18} aria-label={t('palette.clear')} onClick={() => setWords('')}>
              <X size={12} />
            </ActionIcon>
          )
        }
        placeholder={t('palette.searchPlaceholder')}
        aria-label={t('palette.search')}
        data-testid="palette-search"
      />
      <div className={classes.list}>
        {byGroup(found).map(([group, blocks]) => (
          <fieldset key={group} className={classes.section}>
            <legend className={classes.group}>{t(`palette.${group}`)}</legend>
            {blocks.map((block) => (
              <PaletteEntry key={block.type} block={block} />
            ))}
          </fieldset>
        ))}
        {found.length === 0 && <p className={classes.hint}>{t('palette.nothing')}</p>}
        {found.length > 0 && <p className={classes.hint}>{t('palette.hint')}</p>}
      </div>
      <DataLine />
    </div>
  );
}
