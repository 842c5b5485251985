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
const gap = 10;
/** The toolbar stands at the left edge. */
const toolbar = 46;
/** Above all blocks. */
const front = { zIndex: 1000 };

interface Room {
  readonly position: Position;
  readonly align: Align;
}
const beside = (position: Position): Room => ({ position, align: 'center' });

/** Where beside a node a callout finds room on the screen. */
function useRoom(id: string): Room {
  return useStore(
    ({ nodeLookup, transform: [x, , zoom], width: canvas }): Room => {
      const node = nodeLookup.get(id);
      if (node === undefined) return beside(Position.Right);
      const left = node.internals.positionAbsolute.x * zoom + x;
      const right = left + (node.measured.width ?? 0) * zoom;
      if (right + gap + width < canvas) return beside(Position.Right);
      if (left - gap - width > toolbar) return beside(Position.Left);
      const middle = (left + right) / 2;
      if (middle - width / 2 < toolbar) return { position: Position.Bottom, align: 'start' };
      if (middle + width / 2 > canvas) return { position: Position.Bottom, align: 'end' };
      return beside(Position.Bottom);
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
