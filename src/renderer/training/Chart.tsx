import { useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import type { ChartLine, Range } from './chartLines';
import { showCompact, showRate } from './format';
import { logTicks, niceTicks } from './ticks';

export interface Guide {
  readonly value: number;
  readonly label: string;
}

interface Props {
  readonly lines: readonly ChartLine[];
  readonly guides: readonly Guide[];
  readonly range: Range;
  readonly lastStep: number;
  readonly log: boolean;
  readonly width: number;
  readonly height: number;
}

/** Where the plot lies in the chart, in pixels. */
export const PLOT = { left: 52, right: 20, top: 18, bottom: 22 } as const;

const margin = { left: 0, right: PLOT.right, top: PLOT.top, bottom: 0 };

/** The lines themselves; reading them is `ChartCursor`'s. */
export function Chart({ lines, guides, range, lastStep, log, width, height }: Props) {
  const stepTicks = useMemo(
    () => niceTicks(0, lastStep, Math.max(2, width / 90)),
    [lastStep, width],
  );
  const { low, high } = range;
  const ticks = useMemo(
    () => (log ? logTicks(low, high) : niceTicks(low, high, Math.max(2, height / 36))),
    [low, high, log, height],
  );
  const stepDomain = useMemo(() => [0, lastStep] as const, [lastStep]);
  const domain = useMemo(() => [low, high] as const, [low, high]);
  const guideLines = useMemo(() => guides.map(guideLine), [guides]);
  return (
    <LineChart width={width} height={height} margin={margin} accessibilityLayer={false}>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        type="number"
        dataKey="step"
        domain={stepDomain}
        ticks={stepTicks}
        tickFormatter={showTick}
        allowDataOverflow
        height={PLOT.bottom}
        {...axis}
      />
      <YAxis
        type="number"
        scale={log ? 'log' : 'linear'}
        domain={domain}
        ticks={ticks}
        tickFormatter={showTick}
        allowDataOverflow
        width={PLOT.left}
        {...axis}
      />
      {guideLines}
      {lines.map(runLine)}
    </LineChart>
  );
}

const axis = {
  stroke: 'var(--strong-line)',
  tick: { fill: 'var(--soft-ink)', fontSize: 11 },
  tickLine: false,
  interval: 0,
} as const;

function showTick(value: number): string {
  return value >= 1000 ? showCompact(value).replace('.0', '') : showRate(value);
}

/** Letters that lines run behind. */
const overLines = { stroke: 'var(--panel)', strokeWidth: 4, paintOrder: 'stroke' } as const;

/** Called, not mounted: recharts finds its parts among the chart's own children. */
function guideLine({ value, label }: Guide) {
  const text = { value: label, position: 'insideBottomRight', fontSize: 11, offset: 4 } as const;
  return (
    <ReferenceLine
      key={label}
      y={value}
      stroke="var(--soft-ink)"
      strokeDasharray="5 4"
      label={{ ...text, fill: 'var(--soft-ink)', ...overLines }}
    />
  );
}

function runLine(line: ChartLine) {
  const { color, dotted } = line.run;
  return (
    <Line
      key={line.key}
      data={[...line.points]}
      dataKey="value"
      type="linear"
      stroke={color}
      strokeWidth={line.thick ? 2.5 : 1}
      strokeOpacity={line.thick ? 1 : 0.75}
      strokeDasharray={dotted ? '2 3' : '0'}
      dot={line.points.length === 1 ? { r: 2, fill: color } : false}
      activeDot={false}
      isAnimationActive={false}
    />
  );
}
