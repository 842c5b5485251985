import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PLOT } from './Chart';
import styles from './chart.module.css';
import { type ChartLine, type Reading, readAt } from './chartLines';
import { showCompact, showCount, showLoss, showRate, showShare } from './format';
import type { Curve } from './metricLog';

interface Props {
  readonly label: string;
  readonly lines: readonly ChartLine[];
  readonly lastStep: number;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** Reads all lines at one step: where the mouse is, or where the arrow keys went. */
export function ChartCursor({ label, lines, lastStep, width, height, children }: Props) {
  const [step, setStep] = useState<number | null>(null);
  const plot = Math.max(1, width - PLOT.left - PLOT.right);
  const at = step === null ? null : Math.min(step, lastStep);
  const follow = (event: PointerEvent<HTMLFieldSetElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - PLOT.left;
    setStep(Math.round((Math.min(plot, Math.max(0, x)) / plot) * lastStep));
  };
  const move = (event: KeyboardEvent) => {
    const next = stepAfterKey(event.key, at ?? lastStep, lastStep);
    if (next === null) return;
    event.preventDefault();
    setStep(event.key === 'Escape' ? null : next);
  };
  return (
    <fieldset
      className={styles.cursor}
      style={{ width, height }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the chart
      tabIndex={0}
      onPointerMove={follow}
      onPointerLeave={() => setStep(null)}
      onBlur={() => setStep(null)}
      onKeyDown={move}
    >
      {children}
      {at !== null && (
        <Readout lines={lines} step={at} x={PLOT.left + (at / lastStep) * plot} width={width} />
      )}
    </fieldset>
  );
}

function stepAfterKey(key: string, step: number, lastStep: number): number | null {
  const stride = Math.max(1, Math.round(lastStep / 100));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: step - stride,
    ArrowRight: step + stride,
    Home: 0,
    End: lastStep,
    Escape: step,
  };
  const next = moves[key];
  return next === undefined ? null : Math.min(lastStep, Math.max(0, next));
}

interface ReadoutProps {
  readonly lines: readonly ChartLine[];
  readonly step: number;
  readonly x: number;
  readonly width: number;
}

function Readout({ lines, step, x, width }: ReadoutProps) {
  const { t } = useTranslation();
  const readings = readAt(lines, step);
  const side = x > width / 2 ? { right: width - x + 8 } : { left: x + 8 };
  return (
    <>
      <div className={styles.cursorLine} style={{ left: x, top: PLOT.top, bottom: PLOT.bottom }} />
      <output className={styles.readout} style={{ ...side, top: PLOT.top }} data-testid="readout">
        <strong>{t('training.atStep', { step: showCount(step) })}</strong>
        {readings.map((reading) => (
          <ReadoutLine key={reading.line.key} reading={reading} />
        ))}
      </output>
    </>
  );
}

function ReadoutLine({ reading: { line, value } }: { readonly reading: Reading }) {
  const { t } = useTranslation();
  const kinds: Partial<Record<Curve, string>> = {
    train_loss: t('training.trainLine'),
    val_loss: t('training.valLine'),
    val_accuracy: t('training.accuracy'),
    val_exact: t('training.exact'),
  };
  return (
    <span className={styles.readoutLine}>
      <Swatch color={line.run.color} thick={line.thick} />
      <span>{line.run.name}</span>
      <span className={styles.soft}>{kinds[line.curve] ?? ''}</span>
      <span className={styles.number}>{showValue(line, value)}</span>
    </span>
  );
}

function showValue({ curve }: ChartLine, value: number): string {
  if (curve === 'tokens_per_second') return showCompact(value);
  if (curve === 'val_accuracy' || curve === 'val_exact') return showShare(value);
  return curve === 'lr' ? showRate(value) : showLoss(value);
}

/** A piece of the line it stands for. */
export function Swatch({ color, thick }: { readonly color: string; readonly thick: boolean }) {
  return <span className={styles.swatch} style={{ background: color, height: thick ? 3 : 1 }} />;
}
