import { ActionIcon } from '@mantine/core';
import type { NodeProps } from '@xyflow/react';
import { Minus, Plus, Ungroup } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../i18n';
import { useCanvas } from '../stores/canvas';
import { NumberField } from '../ui/NumberField';
import { Callout } from './Callout';
import { setLayers, ungroup } from './editing';
import classes from './FrameNode.module.css';
import { type FrameNodeType, frameId } from './flow';

const maxLayers = 96;

function Layers({
  id,
  count,
  label,
}: {
  readonly id: string;
  readonly count: number;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const set = (value: number) => setLayers(id, Math.max(1, Math.min(maxLayers, value)));
  return (
    <div className={`${classes.stepper} nodrag nopan`}>
      <ActionIcon
        size={20}
        aria-label={t('canvas.layersFewer')}
        disabled={count <= 1}
        onClick={() => set(count - 1)}
      >
        <Minus size={12} />
      </ActionIcon>
      <span className={classes.times} aria-hidden>
        ×
      </span>
      <NumberField
        integer
        bare={classes.count ?? ''}
        label={label}
        title={t('canvas.layersRange', { max: maxLayers })}
        value={count}
        onChange={(value) => value !== null && set(value)}
        testId={`layers-${id}`}
      />
      <ActionIcon
        size={20}
        aria-label={t('canvas.layersMore')}
        disabled={count >= maxLayers}
        onClick={() => set(count + 1)}
      >
        <Plus size={12} />
      </ActionIcon>
    </div>
  );
}

/** The frame around the blocks of one layer. Its header moves them together. */
export const FrameNode = memo(function FrameNode({ data }: NodeProps<FrameNodeType>) {
  const { t } = useTranslation();
  const text = useText();
  const select = useCanvas((state) => state.select);
  const { group, name, problems, chosen } = data;
  return (
    <div
      className={classes.frame}
      data-chosen={chosen || undefined}
      data-state={problems.length > 0 ? 'faulty' : 'sound'}
      data-testid={`frame-${group.id}`}
    >
      <div className={`${classes.header} frame-handle`}>
        <ActionIcon
          size={20}
          className={`${classes.ungroup} nodrag nopan`}
          aria-label={t('command.ungroup')}
          title={t('command.ungroup')}
          onClick={() => ungroup(group.id)}
        >
          <Ungroup size={13} />
        </ActionIcon>
        <button
          type="button"
          className={classes.name}
          onClick={() => select({ groups: [group.id] })}
          aria-label={t('canvas.frame', { group: text(name), n: group.count })}
        >
          {text(name)}
        </button>
        <Layers
          id={group.id}
          count={group.count}
          label={t('canvas.layers', { group: text(name) })}
        />
      </div>
      {problems.length > 0 && (
        <Callout problems={problems} flowId={frameId(group.id)} calm={false} selected={chosen} />
      )}
    </div>
  );
});
