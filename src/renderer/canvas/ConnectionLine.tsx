import { type ConnectionLineComponentProps, getSmoothStepPath } from '@xyflow/react';
import { endKey, useWiring } from '../stores/wiring';
import { ProblemText } from '../ui/ProblemText';
import classes from './ConnectionLine.module.css';
import type { FlowNode } from './flow';

/** The wire while it is dragged, with the reason where it would not do. */
export function ConnectionLine(props: ConnectionLineComponentProps<FlowNode>) {
  const { fromX, fromY, toX, toY, fromPosition, toPosition, toHandle, toNode, fromHandle } = props;
  const verdicts = useWiring((state) => state.verdicts);
  const [path] = getSmoothStepPath({
    sourceX: fromX,
    sourceY: fromY,
    targetX: toX,
    targetY: toY,
    sourcePosition: fromPosition,
    targetPosition: toPosition,
    borderRadius: 10,
    offset: 6,
  });
  const port = fromHandle.type === 'source' ? (toHandle?.id ?? null) : null;
  const verdict = toNode ? verdicts.get(endKey({ node: toNode.id, port })) : undefined;
  const problem = toHandle === null ? null : (verdict?.problem ?? null);
  return (
    <g className={classes.line} data-state={toHandle === null ? 'free' : (verdict?.kind ?? 'free')}>
      <path d={path} fill="none" />
      {problem && (
        <foreignObject x={toX + 16} y={toY - 20} width={280} height={140} className={classes.room}>
          <div className={classes.reason}>
            <ProblemText problem={problem} />
          </div>
        </foreignObject>
      )}
    </g>
  );
}
