import { columnsOf, cutColumns } from "./visible-name.ts";

export interface TextColumn {
  readonly title: string;
  readonly align: "left" | "right";
  readonly cells: readonly string[];
  /** If the table is too wide, columns with the highest number are dropped first; 0 always stays. */
  readonly leaves: number;
}

const GAP = "  ";

/** Renders columns side by side. If they do not fit, columns are dropped, then truncated. */
export function renderColumns(
  columns: readonly TextColumn[],
  width: number,
  ellipsis: string,
): readonly string[] {
  let shown = columns.map((column) => ({
    ...column,
    width: widest([column.title, ...column.cells]),
  }));
  const total = (): number => shown.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length);
  while (total() > width) {
    const next = Math.max(...shown.map(({ leaves }) => leaves));
    if (next === 0) break;
    shown = shown.filter(({ leaves }) => leaves !== next);
  }
  const lines = (columns[0]?.cells ?? []).map((_, row) => shown.map(({ cells }) => cells[row] ?? ""));
  return [shown.map(({ title }) => title), ...lines].map((cells) => {
    const line = cells
      .map((cell, index) => pad(cell, shown[index]?.width ?? 0, shown[index]?.align))
      .join(GAP);
    return cutColumns(line.trimEnd(), width, ellipsis);
  });
}

/** Not `Math.max(...list)`: spreading a long list overflows the stack. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);

function pad(cell: string, width: number, align: TextColumn["align"] = "left"): string {
  const blank = " ".repeat(Math.max(0, width - columnsOf(cell)));
  return align === "left" ? cell + blank : blank + cell;
}
