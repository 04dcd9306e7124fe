const LEVELS = 127;
const PANEL = 8;

export interface Quantized {
  readonly values: Int8Array;
  /** One per row: a value times its row's scale is what it was, nearly. */
  readonly scales: Float32Array;
}

/** Rows as whole numbers of 8 bits, each row by its own largest value. */
export function quantizeRows(values: Float32Array, columns: number): Quantized {
  const rows = values.length / columns;
  const quantized = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    let most = 0;
    for (let at = start; at < start + columns; at += 1) most = Math.max(most, Math.abs(values[at]!));
    scales[row] = most / LEVELS;
    const factor = most === 0 ? 0 : LEVELS / most;
    for (let at = start; at < start + columns; at += 1) quantized[at] = Math.round(values[at]! * factor);
  }
  return { values: quantized, scales };
}

/** In the order in which the kernel reads: panels of eight rows, and in them pairs of columns, row by row. */
export function packPanels(values: Int8Array, columns: number): Int8Array {
  const packed = new Int8Array(values.length);
  let to = 0;
  for (let panel = 0; panel < values.length; panel += PANEL * columns) {
    for (let column = 0; column < columns; column += 2) {
      for (let row = 0; row < PANEL; row += 1) {
        const from = panel + row * columns + column;
        packed[to] = values[from]!;
        packed[to + 1] = values[from + 1]!;
        to += 2;
      }
    }
  }
  return packed;
}
