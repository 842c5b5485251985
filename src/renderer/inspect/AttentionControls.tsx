import { ActionIcon, NativeSelect, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { Columns2, RotateCcw, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lookAt, setAttentionText, setLayer, useAttention } from '../stores/attention';
import { useProject } from '../stores/project';
import styles from './inspect.module.css';
import { headNumbers } from './pattern';
import type { Subject } from './subjects';

/** How the attention is looked at. */
export interface Look {
  /** All variants side by side, rather than the one in front. */
  readonly all: boolean;
  /** Heads beside each other; 1 gives every cell room for its label. */
  readonly perRow: string;
  readonly table: boolean;
  /** The one head that the table shows, counted from 0. */
  readonly head: number;
}

interface Props {
  readonly look: Look;
  change(change: Partial<Look>): void;
  readonly subjects: readonly Subject[];
}

export function AttentionControls({ look, change, subjects }: Props) {
  const { t } = useTranslation();
  const several = useProject((state) => (state.project?.variants.length ?? 0) > 1);
  return (
    <div className={styles.controls}>
      <Sentence variants={subjects.map(({ variant }) => variant.id)} />
      <LayerChoice subjects={subjects} />
      {look.table ? (
        <HeadChoice look={look} change={change} subjects={subjects} />
      ) : (
        <Tooltip label={t('inspect.perRow')}>
          <SegmentedControl
            aria-label={t('inspect.perRow')}
            value={look.perRow}
            data={['1', '2', '4']}
            onChange={(perRow) => change({ perRow })}
          />
        </Tooltip>
      )}
      {several && (
        <Toggle
          label={t('inspect.sideBySide')}
          icon={<Columns2 size={14} />}
          on={look.all}
          toggle={() => change({ all: !look.all })}
        />
      )}
      <Toggle
        label={t('inspect.asTable')}
        icon={<Table2 size={14} />}
        on={look.table}
        toggle={() => change({ table: !look.table })}
      />
    </div>
  );
}

function HeadChoice({ look, change, subjects }: Props) {
  const { t } = useTranslation();
  const most = Math.max(...subjects.map(({ view }) => view?.layers[0]?.n_heads ?? 1));
  const data = headNumbers(most).map((head) => ({
    value: String(head),
    label: t('inspect.head', { number: head + 1 }),
  }));
  return (
    <NativeSelect
      size="xs"
      aria-label={t('inspect.headChoice')}
      data={data}
      value={String(Math.min(look.head, most - 1))}
      onChange={(event) => change({ head: Number(event.currentTarget.value) })}
    />
  );
}

interface ToggleProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly on: boolean;
  toggle(): void;
}

function Toggle({ label, icon, on, toggle }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={26}
        variant={on ? 'light' : 'default'}
        aria-label={label}
        aria-pressed={on}
        onClick={toggle}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** The sentence looked at; Enter shows it, on models that must be loaded for it too. */
function Sentence({ variants }: { readonly variants: readonly string[] }) {
  const { t } = useTranslation();
  const text = useProject((state) => state.project?.attentionText ?? null);
  const isTask = useProject((state) => state.project?.task != null);
  const [typed, setTyped] = useState<string | null>(null);
  const show = (next: string | null) => {
    setTyped(null);
    setAttentionText(next);
    void lookAt(variants);
  };
  return (
    <form
      className={styles.sentence}
      onSubmit={(event) => {
        event.preventDefault();
        show(typed === null || typed === '' ? null : typed);
      }}
    >
      <TextInput
        aria-label={t('inspect.sentence')}
        placeholder={t(isTask ? 'inspect.sentenceOfTask' : 'inspect.sentencePlaceholder')}
        value={typed ?? text ?? ''}
        maxLength={2000}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed !== null && show(typed === '' ? null : typed)}
        rightSection={
          text !== null && (
            <ActionIcon size={18} aria-label={t('inspect.reset')} onClick={() => show(null)}>
              <RotateCcw size={12} />
            </ActionIcon>
          )
        }
      />
    </form>
  );
}

function LayerChoice({ subjects }: { readonly subjects: readonly Subject[] }) {
  const { t } = useTranslation();
  const layer = useAttention((state) => state.layer);
  const longest = subjects.reduce<readonly { name: string }[]>((most, { view }) => {
    const layers = view?.layers ?? [];
    return layers.length > most.length ? layers : most;
  }, []);
  const data = longest.map(({ name }, place) => ({
    value: String(place),
    label: t('inspect.layerOption', { number: place + 1, name }),
  }));
  return (
    <NativeSelect
      size="xs"
      aria-label={t('inspect.layer')}
      className={styles.layer}
      data={data}
      value={String(Math.min(layer, Math.max(0, data.length - 1)))}
      onChange={(event) => setLayer(Number(event.currentTarget.value))}
    />
  );
}
