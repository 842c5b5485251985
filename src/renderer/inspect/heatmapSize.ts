/** Where the cells of a heatmap lie, in pixels. */
export interface HeatmapSize {
  readonly cell: number;
  /** Room for row labels at the left and column labels at the top. */
  readonly gutter: number;
  /** Every so many tokens is labelled. */
  readonly labelEvery: number;
  readonly width: number;
  readonly height: number;
}

const LABEL_PX = 10;
/** Of the width, what labels may take from the cells. */
const LABELS_MOST = 0.4;

/**
 * Fits rows × columns of cells of whole or half pixels into a width; labels thin out where cells are smaller than a letter.
 *
 * `readable` gives every cell room for its label, however wide that becomes.
 */
export function heatmapSize(
  { rows, columns }: { readonly rows: number; readonly columns: number },
  width: number,
  longestLabel: number,
  readable: boolean,
): HeatmapSize {
  const most = Math.min(64, Math.floor(width * LABELS_MOST));
  const gutter = Math.max(14, Math.min(most, Math.ceil(longestLabel) + 5));
  const fitting = Math.floor((2 * (width - gutter)) / Math.max(1, columns)) / 2;
  const cell = Math.min(28, Math.max(readable ? LABEL_PX + 2 : 2, fitting));
  const labelEvery = Math.max(1, Math.ceil(LABEL_PX / cell));
  const [across, down] = [gutter + cell * columns, gutter + cell * rows];
  return { cell, gutter, labelEvery, width: across, height: down };
}
