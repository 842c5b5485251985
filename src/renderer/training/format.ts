/** `420`, `9.8k`, `12k`, `1.2M`: at most four characters, for what changes many times a second. */
export function showCompact(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value < 1000) return value < 10 && value > 0 ? value.toFixed(1) : String(Math.round(value));
  const [scaled, unit] = value < 999_500 ? [value / 1000, 'k'] : [value / 1_000_000, 'M'];
  return `${scaled < 99.95 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`;
}

/** A loss with three digits after the point, in every language the same. */
export function showLoss(value: number | null): string {
  if (value === null) return '–';
  return Number.isFinite(value) ? value.toFixed(3) : String(value);
}

/** A share in per cent: `96.4 %`; 100 % only when nothing is wrong. */
export function showShare(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const percent = value < 1 ? Math.min(99.9, value * 100) : 100;
  return `${percent === 100 ? '100' : percent.toFixed(1)} %`;
}

/** e^loss: among how many equally likely tokens the model seems to choose. `12.3`, `1.04` */
export function showPerplexity(loss: number | null): string {
  if (loss === null || !Number.isFinite(loss)) return '–';
  const value = Math.exp(loss);
  return value < 10 ? value.toFixed(2) : showCompact(value);
}

/** A small number as people write learning rates: `0.001`, `3e-4`, `0`. */
export function showRate(value: number): string {
  if (value === 0) return '0';
  if (value >= 0.001) return String(Number(value.toPrecision(3)));
  return value.toExponential(2).replace(/\.?0+e/, 'e');
}

/** `1,234,567` */
export function showCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** When a run began, as short as it stays clear: `Nov 29, 21:44`. */
export function showMoment(iso: string, language: string): string {
  const when = new Date(iso);
  if (Number.isNaN(when.getTime())) return '–';
  return when.toLocaleString(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** `814 B`, `1.1 MB`: powers of 1000, as file managers show. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
