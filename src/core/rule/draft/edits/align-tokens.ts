import type { EditToken } from "./edit-tokens.ts";

/** A stretch that was changed: tokens `from` to `to` of the text before became `start` to `end` of the text after. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Longer changed stretches count as one hunk, so that the table stays small. */
const MAX_ALIGNED = 700;

/** Where two token lists differ, by their longest common subsequence. */
export function alignTokens(before: readonly EditToken[], after: readonly EditToken[]): readonly Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head]!.key === after[head]!.key) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before.at(-1 - tail)!.key === after.at(-1 - tail)!.key
  ) {
    tail += 1;
  }
  const [rows, columns] = [before.length - head - tail, after.length - head - tail];
  if (rows === 0 && columns === 0) return [];
  const whole = { from: head, to: head + rows, start: head, end: head + columns };
  if (rows === 0 || columns === 0 || rows > MAX_ALIGNED || columns > MAX_ALIGNED) return [whole];
  const lengths = commonLengths(before, after, whole);
  const same = (row: number, column: number): boolean => before[row]!.key === after[column]!.key;
  return joined(hunksOf(lengths, columns + 1, whole, same), before);
}

/** What joins two halves of one name: `DateTime.Now`, `std::env`, "e-mail". */
const JOINT = /^(?:\.|::|->|-|_|\/|\?\.)$/;

/** Hunks with nothing but a joint between them are one. */
function joined(hunks: readonly Hunk[], before: readonly EditToken[]): readonly Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    const isNear = last !== undefined && hunk.from === last.to + 1 && hunk.start === last.end + 1;
    if (isNear && JOINT.test(before[last.to]!.key)) {
      all[all.length - 1] = { ...last, to: hunk.to, end: hunk.end };
    } else all.push(hunk);
  }
  return all;
}

/** lengths[i][j]: the longest common subsequence of what follows row i and column j, as one flat table. */
function commonLengths(before: readonly EditToken[], after: readonly EditToken[], whole: Hunk): Uint16Array {
  const [rows, columns] = [whole.to - whole.from, whole.end - whole.start];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    const { key } = before[whole.from + row]!;
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        key === after[whole.start + column]!.key
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
    }
  }
  return lengths;
}

function hunksOf(
  lengths: Uint16Array,
  width: number,
  whole: Hunk,
  same: (row: number, column: number) => boolean,
): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [row, column] = [whole.from, whole.start];
  let [from, start] = [row, column];
  const close = (): void => {
    if (from < row || start < column) hunks.push({ from, to: row, start, end: column });
  };
  while (row < whole.to && column < whole.end) {
    const at = (row - whole.from) * width + column - whole.start;
    if (same(row, column)) {
      close();
      row += 1;
      column += 1;
      [from, start] = [row, column];
    } else if (lengths[at + width]! >= lengths[at + 1]!) row += 1;
    else column += 1;
  }
  [row, column] = [whole.to, whole.end];
  close();
  return hunks;
}
