import { HoverCard } from '@mantine/core';
import type { AnyBlock } from '@shared/blocks/block';
import type { DragEvent } from 'react';
import { placeBlockByKey } from '../canvas/editing';
import { blockDragType } from '../canvas/useDropBlock';
import { useText } from '../i18n';
import { BlockIcon } from '../ui/BlockIcon';
import { Equation } from '../ui/Equation';
import classes from './Palette.module.css';

/** One block of the palette. */
export function PaletteEntry({ block }: { readonly block: AnyBlock }) {
  const text = useText();
  const startDrag = (event: DragEvent) => {
    event.dataTransfer.setData(blockDragType, block.type);
    event.dataTransfer.effectAllowed = 'copy';
  };
  return (
    <HoverCard position="right-start" openDelay={500} width={300} offset={12} shadow="md">
      <HoverCard.Target>
        <button
          type="button"
          draggable
          className={classes.entry}
          onDragStart={startDrag}
          onClick={() => placeBlockByKey(block.type)}
          data-testid={`block-${block.type}`}
        >
          <BlockIcon icon={block.icon} group={block.group} />
          <span className={classes.title}>{text(block.title)}</span>
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown className={classes.card ?? ''}>
        <strong>{text(block.title)}</strong>
        <p>{text(block.docs.summary)}</p>
        <Equation tex={block.docs.equation} />
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
