import { Tooltip } from '@mantine/core';
import { showProblem } from '@shared/contract/problem';
import { type Dim, partsOf, type Shape, showShape } from '@shared/tensor/shape';
import {
  BaseEdge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Position,
} from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n';
import { useCompiled } from '../stores/compiled';
import { useActiveVariant, useProject } from '../stores/project';
import type { WireEdgeType } from './flow';
import type { Point } from './geometry';
import classes from './WireEdge.module.css';

interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  readonly targetPosition: Position;
}

/** Where the shape stands: in the middle of a straight wire, else near the end that it flows into. */
export function labelPlace({ sourceX, sourceY, targetX, targetY, targetPosition }: Ends): Point {
  if (targetPosition === Position.Right) return { x: targetX + 14, y: targetY - 9 };
  if (Math.abs(sourceX - targetX) < 2) return { x: targetX + 7, y: (sourceY + targetY) / 2 };
  return { x: targetX + 7, y: targetY + 11 };
}

/** The width of the vectors that tokens become: that of the first embedding drawn. */
function useModelWidth(): Dim | undefined {
  const compiled = useCompiled();
  const drawing = useActiveVariant()?.drawing;
  const embedding = drawing?.nodes.find(({ type }) => type === 'tokenEmbedding');
  return embedding && compiled?.shapes.get(embedding.id)?.at(-1);
}

/** What each size of a shape stands for: `d_model = 64`. */
function useShapeLegend(shape: Shape): string[] {
  const { t } = useTranslation();
  const n_vocab = useProject((state) => state.n_vocab);
  const { batch_size = 0, n_ctx = 0 } = useProject((state) => state.project?.settings) ?? {};
  const d_model = useModelWidth();
  const symbols: Readonly<Record<string, string>> = {
    B: t('canvas.symbolB', { n: batch_size }),
    T: t('canvas.symbolT', { n: n_ctx }),
    S: t('canvas.symbolS'),
  };
  return shape.map((dim, place) => {
    if (typeof dim === 'string') {
      const { symbol, parts } = partsOf(dim);
      const each = parts === 1 ? '' : ` ${t('canvas.symbolParts', { n: parts })}`;
      return `${dim} = ${symbols[symbol] ?? symbol}${each}`;
    }
    if (dim === d_model) return `d_model = ${dim}`;
    const isScores = place === shape.length - 1 && dim === n_vocab;
    return isScores ? `n_vocab = ${dim}` : t('canvas.symbolFeatures', { n: dim });
  });
}

function ShapeLabel({ shape, x, y }: Point & { readonly shape: Shape }) {
  const legend = useShapeLegend(shape);
  return (
    <Tooltip label={legend.map((line) => <div key={line}>{line}</div>)}>
      <div
        className={`${classes.shape} nodrag nopan`}
        data-testid="shape"
        style={{ transform: `translate(${x}px, ${y}px) translateY(-50%)` }}
      >
        {showShape(shape)}
      </div>
    </Tooltip>
  );
}

/** A wire with the shape of what flows through it. */
export const WireEdge = memo(function WireEdge(props: EdgeProps<WireEdgeType>) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data, selected } =
    props;
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
    offset: 6,
  });
  const language = useLanguage();
  const state = data?.fault ? 'faulty' : data?.waiting ? 'waiting' : 'sound';
  return (
    <>
      <g
        className={classes.wire}
        data-state={state}
        data-selected={selected || undefined}
        data-testid={`wire-${props.id}`}
      >
        {data?.fault && <title>{showProblem(data.fault, language)}</title>}
        <BaseEdge id={props.id} path={path} interactionWidth={16} />
      </g>
      {data?.shape && (
        <EdgeLabelRenderer>
          <ShapeLabel
            shape={data.shape}
            {...labelPlace({ sourceX, sourceY, targetX, targetY, targetPosition })}
          />
        </EdgeLabelRenderer>
      )}
    </>
  );
});
