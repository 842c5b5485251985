import type { BlockGroup } from '@shared/blocks/block';
import { icons, Square } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { groupColor } from '../theme';
import classes from './BlockIcon.module.css';

interface BlockIconProps {
  /** A lucide icon by the name in the block's file: `scan-eye` or `ScanEye`. */
  readonly icon: string;
  readonly group: BlockGroup;
}

const pascal = (name: string) =>
  name.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase());

const byName: Readonly<Record<string, typeof Square>> = icons;

/** A block's icon in the hue of its group. */
export const BlockIcon = memo(function BlockIcon({ icon, group }: BlockIconProps) {
  const Icon = byName[pascal(icon)] ?? Square;
  const hue: CSSProperties & { '--hue': string } = { '--hue': groupColor(group) };
  return (
    <span className={classes.icon} style={hue} aria-hidden>
      <Icon size={14} strokeWidth={2} />
    </span>
  );
});
