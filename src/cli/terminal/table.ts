import { renderColumns } from "../../core/text/render-columns.ts";
import { safeLine } from "./safe-text.ts";

export interface TableColumn<T> {
  readonly title: string;
  readonly cell: (row: T) => string | number;
  readonly align?: "left" | "right";
  /** If the table is too wide, columns with a higher number are dropped first; those without one stay. */
  readonly leaves?: number;
}

/** One line for each row, under a line of titles. */
export function renderTable<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  width: number,
): string {
  const rendered = columns.map(({ title, cell, align = "left", leaves = 0 }) => ({
    title,
    align,
    leaves,
    cells: rows.map((row) => safeLine(String(cell(row)))),
  }));
  return `${renderColumns(rendered, width, "…").join("\n")}\n`;
}
