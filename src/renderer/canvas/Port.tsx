import { Handle, Position } from '@xyflow/react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { memo } from 'react';
import { endKey, useWiring } from '../stores/wiring';
import classes from './Port.module.css';
import type { End } from './wiring';

interface PortProps {
  readonly end: End;
  readonly side: 'top' | 'bottom' | 'right';
  /** Place along the side, 0 to 1. */
  readonly at: number;
  readonly wired: boolean;
  /** Shown beside it where a block has several inputs. */
  readonly label?: string;
  /** For those who hear the window. */
  readonly description: string;
}

const positions = { top: Position.Top, bottom: Position.Bottom, right: Position.Right } as const;

/** Whether a wire can end here while one is dragged. */
function usePortState({ node, port }: End): string | undefined {
  return useWiring(({ from, verdicts }) => {
    if (from === null) return undefined;
    if (from.node === node && from.port === port) return 'start';
    const isOtherKind = (from.port === null) !== (port === null);
    if (!isOtherKind || from.node === node) return 'off';
    return verdicts.get(endKey({ node, port }))?.kind ?? 'off';
  });
}

/** Where wires start and end: drag from it, or press Enter on it for a list. */
export const Port = memo(function Port({ end, side, at, wired, label, description }: PortProps) {
  const state = usePortState(end);
  const place: CSSProperties = side === 'right' ? {} : { left: `${at * 100}%` };

  const openMenu = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    useWiring.setState({ menu: { end, at: { x: box.x + box.width / 2, y: box.y + box.height } } });
  };

  return (
    <>
      <Handle
        type={end.port === null ? 'source' : 'target'}
        id={end.port}
        position={positions[side]}
        style={place}
        className={classes.port ?? ''}
        data-state={state}
        data-wired={wired || undefined}
        data-testid={end.port === null ? `out-${end.node}` : `in-${end.node}-${end.port}`}
        role="button"
        tabIndex={0}
        aria-label={description}
        aria-haspopup="menu"
        onKeyDown={openMenu}
      />
      {label !== undefined && (
        <span
          className={classes.label}
          data-side={side}
          data-wired={wired || undefined}
          style={place}
          aria-hidden
        >
          {label}
        </span>
      )}
    </>
  );
});
