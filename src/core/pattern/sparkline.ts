import type { PatternSlice } from "./agent-pattern.ts";

interface SparkSigns {
  /** From nothing approved to everything approved. */
  readonly levels: string;
  /** Nothing was decided, which is not the same as nothing approved. */
  readonly gap: string;
}

const UNICODE: SparkSigns = { levels: "▁▂▃▄▅▆▇█", gap: "·" };
const ASCII: SparkSigns = { levels: ".:-=+*%#", gap: "_" };

/** The approval rate over time, one sign for each slice; neighbours share a sign where there are more slices than columns. */
export function sparkline(series: readonly PatternSlice[], columns: number, ascii = false): string {
  const { levels, gap } = ascii ? ASCII : UNICODE;
  const perSign = Math.max(1, Math.ceil(series.length / Math.max(1, columns)));
  let line = "";
  // Counted from the end, so that the newest sign stands for a full group.
  for (let end = series.length; end > 0; end -= perSign) {
    const group = series.slice(Math.max(0, end - perSign), end);
    const decided = group.reduce((sum, slice) => sum + slice.decided, 0);
    const approved = group.reduce((sum, slice) => sum + slice.approved, 0);
    const level = Math.min(levels.length - 1, Math.floor((approved / decided) * levels.length));
    line = (decided === 0 ? gap : levels.charAt(level)) + line;
  }
  return line;
}
