import { applyPatch } from "diff";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { summariseDiff } from "../feedback/summarise-diff.ts";
import { changedRanges, fileDiff, promptDiff } from "./unified-diff.ts";

const MIB = 1_048_576;
const lines = (count: number, lineOf: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join("\n");

describe("fileDiff", () => {
  it("is what diff tools write", () => {
    expect(fileDiff("src/x.ts", "a\nb\nc\nd\ne", "a\nb\nC\nd\ne\n")).toMatchInlineSnapshot(`
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
    expect(fileDiff("x", "a", "a")).toBe("");
  });

  it("turns the one text into the other, whatever they are", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "\r", "-- x", "+y", "@@ -1 +1 @@", "€\0"), { maxLength: 12 })
      .map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = fileDiff("x", before, after);
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
    const begun = cpuMs();
    const diff = fileDiff("x", before, after);
    // Half a second on a quiet machine; a search for the shortest diff would take minutes.
    expect(cpuMs() - begun).toBeLessThan(10_000);
    expect(applyPatch(before, diff) === after).toBe(true);
    expect(summariseDiff(diff)).toContain("x (+");
  });

  it("finds small changes far apart in a long document", () => {
    const before = lines(5_000, (at) => `line ${at}`);
    const after = lines(5_000, (at) => (at % 1_000 === 500 ? `changed ${at}` : `line ${at}`));
    expect(
      fileDiff("x", before, after)
        .split("\n")
        .filter((line) => line.startsWith("@@")),
    ).toHaveLength(5);
  });

  it.each([
    {
      why: "a new file",
      before: null,
      after: "a\n",
      diff: "--- /dev/null\n+++ b/AGENTS.md\n@@ -0,0 +1,1 @@\n+a\n",
    },
    {
      why: "a changed one",
      before: "a\nb\n",
      after: "a\nc\n",
      diff: "--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
    },
    {
      why: "one that goes",
      before: "a\n",
      after: null,
      diff: "--- a/AGENTS.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n",
    },
    { why: "no change", before: "a\n", after: "a\n", diff: "" },
  ])("shows $why", ({ before, after, diff }) => {
    expect(fileDiff("AGENTS.md", before, after)).toBe(diff);
  });
});

describe("promptDiff", () => {
  it("is empty when nothing changes", () => {
    expect(promptDiff("a\nb", "a\nb")).toBe("");
  });

  it("shows lines added in the middle with their surroundings", () => {
    const before = ["1", "2", "3", "4", "5", "6", "7", "8"].join("\n");
    expect(promptDiff(before, before.replace("5", "5\nnew"))).toMatchInlineSnapshot(`
      "--- prompt
      +++ refined prompt
      @@ -3,6 +3,7 @@
       3
       4
       5
      +new
       6
       7
       8
      "
    `);
  });

  it("starts from nothing", () => {
    expect(promptDiff("", "a\n")).toBe("--- prompt\n+++ refined prompt\n@@ -0,0 +1,1 @@\n+a\n");
  });
});

describe("changedRanges", () => {
  const ranges = (before: string, after: string): unknown =>
    changedRanges(before.split(" "), after.split(" ")).map(({ from, to, start, end }) => [
      from,
      to,
      start,
      end,
    ]);

  it.each([
    { before: "a b c", after: "a b c", found: [] },
    { before: "a b c", after: "a x c", found: [[1, 2, 1, 2]] },
    { before: "a b c", after: "a c", found: [[1, 2, 1, 1]] },
    {
      before: "a c",
      after: "a b c d",
      found: [
        [1, 1, 1, 2],
        [2, 2, 3, 4],
      ],
    },
    { before: "a b", after: "x y z", found: [[0, 2, 0, 3]] },
  ])("18.x finds what changed from $before to $after", ({ before, after, found }) => {
    expect(ranges(before, after)).toEqual(found);
  });

  it("18.x gives one range for lists that have too little in common", () => {
    const [old, fresh] = [
      ["same", ...Array.from({ length: 1_200 }, (_, at) => `old ${at}`), "end"],
      ["same", ...Array.from({ length: 1_100 }, (_, at) => `new ${at}`), "end"],
    ];
    expect(changedRanges(old, fresh)).toEqual([{ from: 1, to: 1_201, start: 1, end: 1_101 }]);
  });
});
