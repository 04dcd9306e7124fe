import { expect, it } from "vitest";
import type { PatternSlice } from "./agent-pattern.ts";
import { sparkline } from "./sparkline.ts";

const slice = (approved: number, decided: number): PatternSlice => ({
  from: "",
  to: "",
  decided,
  approved,
  rejected: decided - approved,
  approval_rate: null,
});

it.each([
  {
    why: "from nothing to everything",
    series: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => slice(n, 8)),
    line: "▁▂▃▄▅▆▇██",
  },
  {
    why: "nothing decided is a gap, nothing approved is not",
    series: [slice(0, 0), slice(0, 3)],
    line: "·▁",
  },
  {
    why: "too many slices are joined, counted from the newest",
    series: [0, 1, 1, 0, 0].map((n) => slice(n, 1)),
    columns: 3,
    line: "▁█▁",
  },
  { why: "no slices, no line", series: [], line: "" },
  {
    why: "plain signs",
    series: [slice(0, 0), slice(0, 1), slice(1, 2), slice(1, 1)],
    ascii: true,
    line: "_.+#",
  },
  { why: "no room is read as room for one", series: [slice(1, 1), slice(1, 1)], columns: 0, line: "█" },
])("$why", ({ series, columns = 20, ascii = false, line }) => {
  expect(sparkline(series, columns, ascii)).toBe(line);
});
