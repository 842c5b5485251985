import type { HeatmapSize } from './heatmapSize';
import type { Sides } from './pattern';
import type { Inks } from './useInks';
import { colorPattern } from './viridis';

export const LABEL_FONT = '11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';

export interface Painting {
  readonly sides: Sides;
  readonly pattern: Float32Array;
  readonly causal: boolean;
  readonly size: HeatmapSize;
  readonly inks: Inks;
}

/** Small pictures that change several times a second: moving them to the graphics card costs more than drawing. */
const onCpu: CanvasRenderingContext2DSettings = { willReadFrequently: true };
/** One pixel per cell, before it is scaled up. */
const scratch = new OffscreenCanvas(1, 1);

/** Draws one head: labels, coloured cells, and hatching where the future is masked. */
export function paintHeatmap(canvas: HTMLCanvasElement, painting: Painting): void {
  const { width, height } = painting.size;
  const scale = window.devicePixelRatio || 1;
  const px = { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (canvas.width !== px.width || canvas.height !== px.height) Object.assign(canvas, px);
  const pen = canvas.getContext('2d', onCpu);
  if (pen === null) return;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (painting.causal) paintHatching(pen, painting);
  paintCells(pen, painting);
  paintLabels(pen, painting);
}

function paintCells(pen: CanvasRenderingContext2D, { sides, pattern, causal, size }: Painting) {
  const [width, height] = [sides.columns.length, sides.rows.length];
  if (width === 0 || pattern.length !== width * height) return;
  if (scratch.width !== width || scratch.height !== height)
    Object.assign(scratch, { width, height });
  const pixels = new ImageData(colorPattern(pattern, width, causal), width, height);
  scratch.getContext('2d', onCpu)?.putImageData(pixels, 0, 0);
  pen.imageSmoothingEnabled = false;
  const { cell, gutter } = size;
  pen.drawImage(scratch, gutter, gutter, cell * width, cell * height);
}

/** Diagonal strokes over the upper triangle. */
function paintHatching(pen: CanvasRenderingContext2D, { sides, size, inks }: Painting): void {
  const { cell, gutter } = size;
  const end = gutter + cell * sides.columns.length;
  pen.save();
  pen.beginPath();
  sides.rows.forEach((_, row) => {
    const left = gutter + (row + 1) * cell;
    pen.rect(left, gutter + row * cell, end - left, cell);
  });
  pen.clip();
  pen.beginPath();
  for (let x = gutter; x < end + (end - gutter); x += 6) {
    pen.moveTo(x, gutter);
    pen.lineTo(x - (end - gutter), end);
  }
  pen.strokeStyle = inks.hatch;
  pen.lineWidth = 1;
  pen.stroke();
  pen.restore();
}

function paintLabels(pen: CanvasRenderingContext2D, { sides, size, inks }: Painting): void {
  const { cell, gutter, labelEvery } = size;
  pen.font = LABEL_FONT;
  pen.fillStyle = inks.label;
  pen.textBaseline = 'middle';
  const middle = (at: number) => gutter + (at + 0.5) * cell;
  pen.textAlign = 'right';
  sides.rows.forEach((token, at) => {
    if (at % labelEvery === 0) pen.fillText(token, gutter - 3, middle(at), gutter - 4);
  });
  pen.textAlign = 'left';
  sides.columns.forEach((token, at) => {
    if (at % labelEvery !== 0) return;
    pen.save();
    pen.translate(middle(at), gutter - 3);
    pen.rotate(-Math.PI / 2);
    pen.fillText(token, 0, 0, gutter - 4);
    pen.restore();
  });
}

let ruler: CanvasRenderingContext2D | null = null;

/** The width of the longest label, in pixels. */
export function longestLabel(tokens: readonly string[]): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  const pen = ruler;
  if (pen === null) return 8;
  pen.font = LABEL_FONT;
  return tokens.reduce((most, token) => Math.max(most, pen.measureText(token).width), 0);
}
