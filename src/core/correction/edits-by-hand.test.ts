import { describe, expect, it } from "vitest";
import { attachEdits, editedFiles } from "./edits-by-hand.ts";
import type { PastCorrection } from "./past-correction.ts";
import { weeksOfCorrections } from "./weeks-of-corrections.ts";

const correction = (id: string, more: Partial<PastCorrection>): PastCorrection => ({
  id,
  found: "commit",
  kind: "rewritten",
  remark: "",
  outcome: "landed",
  project: "shop",
  session: id,
  rework: 0,
  origin: { commit: "0123456789ab", line: 1 },
  ...more,
});

describe("edits without words", () => {
  const said = correction("a", { path: "src/pay.ts", before: "  console.log(error);" });

  it("19 are shown with what was said about the same line of the same file", () => {
    const same = correction("b", { path: "src/pay.ts", before: "console.log(error);", after: "log(error);" });
    const elsewhere = correction("c", { path: "src/tax.ts", before: "console.log(error);" });
    const bracket = correction("d", { path: "src/pay.ts", before: "}", after: "});" });
    expect(attachEdits([[said]], [same, elsewhere, bracket])).toEqual(new Map([[0, [same]]]));
  });

  it("19 are listed by file, most often edited first", () => {
    const edits = ["src/a.ts", "src/b.ts", "src/b.ts"].map((path, at) => correction(`${at}`, { path }));
    expect(editedFiles(edits).map(({ path, edits: own }) => [path, own.length])).toEqual([
      ["src/b.ts", 2],
      ["src/a.ts", 1],
    ]);
  });
});

describe("weeksOfCorrections", () => {
  it("19 counts from Monday to Sunday in UTC, also weeks without any", () => {
    const times = ["2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z", "2026-03-18T09:00:00Z", undefined];
    const all = times.map((time, at) => correction(`${at}`, time === undefined ? {} : { time }));
    expect(weeksOfCorrections(all, ({ id }) => id === "2")).toEqual([
      { week: "2026-02-23", corrections: 1, recurring: 0 },
      { week: "2026-03-02", corrections: 1, recurring: 0 },
      { week: "2026-03-09", corrections: 0, recurring: 0 },
      { week: "2026-03-16", corrections: 1, recurring: 1 },
    ]);
    expect(weeksOfCorrections([], () => false)).toEqual([]);
  });
});
