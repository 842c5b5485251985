import { showProblem } from '@shared/contract/problem';
import { showShape } from '@shared/tensor/shape';
import type { NodeProps } from '@xyflow/react';
import type { CSSProperties } from 'react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage, useText } from '../i18n';
import { useParamCount } from '../i18n/useParamCount';
import { groupColor } from '../theme';
import { BlockIcon } from '../ui/BlockIcon';
import classes from './BlockNode.module.css';
import { Callout } from './Callout';
import { cardParams } from './cardParams';
import { type BlockData, type BlockNodeType, portPlaces } from './flow';
import { isPlus } from './geometry';
import { Port } from './Port';

type Hue = CSSProperties & { '--hue': string };

function Card({ data }: { readonly data: BlockData }) {
  const text = useText();
  const { t } = useTranslation();
  const paramCount = useParamCount();
  const { block, node, name, n_params, n_trainable, hasWeights, waitsFor } = data;
  return (
    <div className={classes.card} data-kind={hasWeights ? 'parameters' : 'activations'}>
      {block && <BlockIcon icon={block.icon} group={block.group} />}
      <span className={classes.name} title={text(name)}>
        {text(name)}
      </span>
      {waitsFor ? (
        <span className={classes.waits}>{t('canvas.waitsFor', { node: text(waitsFor) })}</span>
      ) : (
        <>
          {block && <span className={classes.params}>{cardParams(block, node.params)}</span>}
          {n_params > 0 && (
            <span className={classes.count} title={paramCount(n_params, n_trainable)}>
              {shortCount(n_params)}
            </span>
          )}
        </>
      )}
    </div>
  );
}

/** `16,384` in the room of five letters: `16.4k`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${(count / 1e3).toFixed(count < 1e5 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(count < 1e8 ? 1 : 0)}M`;
}

function Inputs({ data }: { readonly data: BlockData }) {
  const { t } = useTranslation();
  const text = useText();
  const { block, node, name, wired } = data;
  const ports = portPlaces(node.type, Object.keys(block?.inputs ?? {}));
  return ports.map(({ port, side, at }) => {
    const title = block?.inputs[port]?.title;
    const label = title ? text(title) : port;
    const from = wired[port];
    const words = { port: label, node: text(name) };
    return (
      <Port
        key={port}
        end={{ node: node.id, port }}
        side={side}
        at={at}
        wired={from !== undefined}
        {...(ports.length > 1 ? { label } : {})}
        description={
          from ? t('canvas.inputWired', { ...words, from: text(from) }) : t('canvas.input', words)
        }
      />
    );
  });
}

function Output({ data }: { readonly data: BlockData }) {
  const { t } = useTranslation();
  const text = useText();
  const { node, shape } = data;
  const name = text(data.name);
  return (
    <Port
      end={{ node: node.id, port: null }}
      side="top"
      at={0.5}
      wired={!data.isEnd}
      description={
        shape
          ? t('canvas.outputShape', { node: name, shape: showShape(shape) })
          : t('canvas.output', { node: name })
      }
    />
  );
}

function stateOf({ problems, unfinished, waitsFor }: BlockData) {
  if (problems.length > 0) return unfinished ? 'unfinished' : 'faulty';
  return waitsFor ? 'waiting' : 'sound';
}

/** One placed block. */
export const BlockNode = memo(function BlockNode({ data, selected }: NodeProps<BlockNodeType>) {
  const { t } = useTranslation();
  const text = useText();
  const language = useLanguage();
  const { block, node, name, problems, waitsFor, isEnd, shape } = data;
  const hue: Hue = { '--hue': groupColor(block?.group ?? 'input') };
  const plusTitle = waitsFor
    ? `${text(name)}: ${t('canvas.waitsFor', { node: text(waitsFor) })}`
    : text(name);
  const state = stateOf(data);
  return (
    <div
      className={classes.node}
      style={hue}
      data-state={state}
      data-selected={selected || undefined}
      data-testid={`node-${node.id}`}
      data-problem={
        problems.map((problem) => showProblem(problem, language)).join(' ') || undefined
      }
    >
      {isPlus(node.type) ? (
        <div className={classes.plus} title={plusTitle}>
          +
        </div>
      ) : (
        <Card data={data} />
      )}
      <Inputs data={data} />
      <Output data={data} />
      {isEnd && shape && (
        <div className={classes.end} data-testid="output-shape">
          {showShape(shape)}
        </div>
      )}
      {problems.length > 0 && (
        <Callout problems={problems} flowId={node.id} calm={data.unfinished} selected={selected} />
      )}
    </div>
  );
});
