import { applyPatch } from "diff";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summariseDiff } from "../../core/feedback/summarise-diff.ts";
import { unifiedDiff } from "./unified-diff.ts";

const MIB = 1_048_576;
const lines = (count: number, lineOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join("\n");

describe("unifiedDiff", () => {
  it("is what diff tools write", () => {
    expect(unifiedDiff("a\nb\nc\nd\ne", "a\nb\nC\nd\ne\n", "src/x.ts")).toMatchInlineSnapshot(`
      "--- a/src/x.ts
      +++ b/src/x.ts
      @@ -1,5 +1,5 @@
       a
       b
      -c
      +C
       d
      -e
      \\ No newline at end of file
      +e
      "
    `);
    expect(unifiedDiff("a", "a", "x")).toBe("");
  });

  it("turns the one text into the other, whatever they are", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "\r", "-- x", "+y", "@@ -1 +1 @@", "€\0"), { maxLength: 12 })
      .map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff(before, after, "x");
        expect(diff === "" ? before : applyPatch(before, diff)).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    { why: "nothing but line ends", before: "\n".repeat(MIB), after: `\nx${"\n".repeat(MIB - 2)}` },
    { why: "no line in common", before: lines(MIB / 2, () => "a"), after: lines(MIB / 2, () => "b") },
    {
      why: "lines that nearly match everywhere",
      before: lines(MIB / 2, (at) => (at % 2 === 0 ? "a" : "b")),
      after: lines(MIB / 2, (at) => (at % 3 === 0 ? "a" : "b")),
    },
    {
      why: "many changes far apart",
      before: lines(100_000, () => "same"),
      after: lines(100_000, (at) => (at % 50 === 7 ? "other" : "same")),
    },
    {
      why: "twenty thousand lines written anew",
      before: lines(20_000, (at) => String((at * 7_919) % 50)),
      after: lines(20_000, (at) => String((at * 104_729) % 47)),
    },
    { why: "one long line", before: "x".repeat(MIB), after: "y".repeat(MIB) },
    { why: "a text that is emptied", before: lines(MIB / 2, () => "a"), after: "" },
  ])("bears $why", ({ before, after }) => {
    const begun = performance.now();
    const diff = unifiedDiff(before, after, "x");
    // Half a second on a quiet machine; a search for the shortest diff would take minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(applyPatch(before, diff) === after).toBe(true);
    expect(summariseDiff(diff)).toContain("x (+");
  });

  it("finds small changes far apart in a long document", () => {
    const before = lines(5_000, (at) => `line ${at}`);
    const after = lines(5_000, (at) => (at % 1_000 === 500 ? `changed ${at}` : `line ${at}`));
    expect(
      unifiedDiff(before, after, "x")
        .split("\n")
        .filter((line) => line.startsWith("@@")),
    ).toHaveLength(5);
  });
});
