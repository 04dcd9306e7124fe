import { describe, expect, it } from "vitest";
import { renderProgress } from "./import-progress.ts";

describe("renderProgress", () => {
  it.each([
    ["before anything", { bytes: 0, total: 1_000, records: 0 }, 0, "[--------------------]   0%  0 records"],
    [
      "too early to say how long",
      { bytes: 500, total: 1_000, records: 5 },
      0.5,
      "[##########----------]  50%  5 records  10/s",
    ],
    [
      "in the middle",
      { bytes: 400, total: 1_000, records: 12_345 },
      5,
      "[########------------]  40%  12,345 records  2,469/s  0:08 left",
    ],
    [
      "hours left",
      { bytes: 10, total: 1_000, records: 100 },
      100,
      "[--------------------]   1%  100 records  1/s  2:45:00 left",
    ],
    [
      "the end",
      { bytes: 9, total: 9, records: 1 },
      2,
      "[####################] 100%  1 records  1/s  0:00 left",
    ],
    ["an empty file", { bytes: 0, total: 0, records: 0 }, 0, "[####################] 100%  0 records"],
    [
      "a pipe, whose end nobody knows",
      { bytes: 3_145_728, total: undefined, records: 9 },
      3,
      "3.0 MiB  9 records  3/s",
    ],
  ])("%s", (_why, state, seconds, line) => {
    expect(renderProgress(state, seconds)).toBe(line);
  });
});
