import { Button } from '@mantine/core';
import type { Problem, Target } from '@shared/contract/problem';
import { setParam } from '@shared/graph/document';
import { type Align, NodeToolbar, Position, useStore } from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../stores/project';
import { ProblemText } from '../ui/ProblemText';
import classes from './Callout.module.css';

interface CalloutProps {
  readonly problems: readonly Problem[];
  /** The node or frame in React Flow that it belongs to. */
  readonly flowId: string;
  /** Only wires still to be drawn: a mark until one looks. */
  readonly calm: boolean;
  readonly selected: boolean;
}

/** The button that mends a problem by one change of a param. */
export function RepairButton({ target }: { readonly target: Target | undefined }) {
  const { t } = useTranslation();
  const update = useProject((state) => state.updateActiveDrawing);
  const { node, repair } = target ?? {};
  if (node === undefined || repair === undefined) return null;
  const { param, value } = repair;
  return (
    <Button
      size="compact-xs"
      className="nodrag nopan"
      onClick={() => update((drawing) => setParam(drawing, node, param, value))}
    >
      {t('canvas.repair', { param, value: String(value) })}
    </Button>
  );
}

const width = 250;
/** Of one with two lines and a button. */
const height = 110;
const gap = 10;
/** The toolbar stands at the left edge, the map at the bottom. */
const toolbar = 46;
const map = 100;
/** Above all blocks. */
const front = { zIndex: 1000 };

interface Room {
  readonly position: Position;
  readonly align: Align;
}

/** Where a node lies in the canvas, in pixels of the screen. */
interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function roomBeside(position: Position, { top, bottom }: Place, canvasHeight: number): Room {
  const middle = (top + bottom) / 2;
  if (middle + height / 2 > canvasHeight) return { position, align: 'end' };
  return { position, align: middle - height / 2 < 0 ? 'start' : 'center' };
}

function roomFor(place: Place, canvas: { width: number; height: number }): Room {
  const { left, right, bottom } = place;
  if (right + gap + width < canvas.width) return roomBeside(Position.Right, place, canvas.height);
  if (left - gap - width > toolbar) return roomBeside(Position.Left, place, canvas.height);
  const middle = (left + right) / 2;
  const position = bottom + gap + height > canvas.height - map ? Position.Top : Position.Bottom;
  if (middle - width / 2 < toolbar) return { position, align: 'start' };
  return { position, align: middle + width / 2 > canvas.width ? 'end' : 'center' };
}

/** Where beside a node a callout finds room on the screen. */
function useRoom(id: string): Room {
  return useStore(
    (store): Room => {
      const node = store.nodeLookup.get(id);
      if (node === undefined) return { position: Position.Right, align: 'center' };
      const [x, y, zoom] = store.transform;
      const left = node.internals.positionAbsolute.x * zoom + x;
      const top = node.internals.positionAbsolute.y * zoom + y;
      const right = left + (node.measured.width ?? 0) * zoom;
      const bottom = top + (node.measured.height ?? 0) * zoom;
      return roomFor({ left, right, top, bottom }, store);
    },
    (a, b) => a.position === b.position && a.align === b.align,
  );
}

/** What is wrong with a node, beside it. A drawing not yet finished shows only a mark until one looks. */
export function Callout({ problems, flowId, calm, selected }: CalloutProps) {
  const [hovered, setHovered] = useState(false);
  const room = useRoom(flowId);
  const open = !calm || selected || hovered;
  return (
    <>
      {calm && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only unfolds what the inspector says as well
        <div
          className={classes.mark}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
        >
          <TriangleAlert size={15} aria-hidden />
        </div>
      )}
      <NodeToolbar nodeId={flowId} isVisible={open} {...room} offset={gap} style={front}>
        <div
          className={classes.callout}
          data-calm={calm || undefined}
          role="note"
          data-testid="callout"
        >
          {problems.map((problem) => (
            <div key={problem.what.en} className={classes.problem}>
              <ProblemText problem={problem} />
              <RepairButton target={problem.target} />
            </div>
          ))}
        </div>
      </NodeToolbar>
    </>
  );
}
