import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedLines } from "../../web/src/review/changed-lines.ts";
import { editDiff, resultOf } from "../../web/src/review/diff/edit-diff.ts";
import { lineDiff } from "../../web/src/review/diff/line-diff.ts";
import { parseDiff } from "../../web/src/review/diff/parse-diff.ts";
import { partsOf } from "../../web/src/parts/hidden-characters.ts";
import {
  IDLE_MS,
  isReading,
  pauseReading,
  readFor,
  startReading,
  stirReading,
} from "../../web/src/review/reading-clock.ts";
import { rewriteOf } from "../../web/src/review/rewrite.ts";

const TWO_FILES = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@ start
 one
-two
+deux
+trois
 four
@@ -10,2 +11,2 @@
 ten
-eleven
+onze
\\ No newline at end of file
diff --git a/logo.png b/logo.png
new file mode 100644
Binary files /dev/null and b/logo.png differ
--- /dev/null
+++ b/src/b.ts\t2026-01-01
@@ -0,0 +1 @@
+only
`;

describe("a diff", () => {
  it("is read by its files and hunks, with the numbers of both sides", () => {
    const { files } = parseDiff(TWO_FILES)!;
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ["src/a.ts", 3, 2],
      ["logo.png", 0, 0],
      ["src/b.ts", 1, 0],
    ]);
    expect(files[0]!.hunks[0]!.lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["same", 1, 1],
      ["removed", 2, null],
      ["added", null, 2],
      ["added", null, 3],
      ["same", 3, 4],
    ]);
    expect(files[0]!.hunks[1]!.lines.at(-1)).toMatchObject({ text: "onze", isUnended: true });
  });

  it.each([
    ["counts that lie", "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n", 3],
    ["a header without counts", "@@ -1 +1 @@\n-a\n+b\n", 2],
    ["blank lines that lost their blank", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", 4],
    ["Windows line ends", "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", 2],
    ["a removed line that begins with dashes", "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- sql comment\n a\n", 2],
  ])("is read in spite of %s", (_why, text, lines) => {
    expect(parseDiff(text)!.files[0]!.hunks[0]!.lines).toHaveLength(lines);
  });

  it("is none where nothing in it is a hunk or a file", () => {
    expect(parseDiff("Dear all,\n- milk\n+ bread\n")).toBeUndefined();
  });

  it("stays as it is to the byte where nothing was edited, whatever it is", () => {
    const line = fc.constantFrom(
      "@@ -1 +1 @@",
      "--- a/x",
      "+++ b/x",
      "+a",
      "-b",
      " c",
      "",
      "\\ No",
      "diff --git a/x b/y",
      "z\r",
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join("\n");
        const diff = parseDiff(text);
        expect(diff === undefined ? text : editDiff(diff, {})).toBe(text);
      }),
    );
  });

  it("moves the hunks that follow an edit, and keeps a missing line end", () => {
    const diff = parseDiff(TWO_FILES)!;
    expect(editDiff(diff, { 0: "one\nzwei\nfour", 1: "ten\nelf" })).toBe(
      TWO_FILES.replace("@@ -1,3 +1,4 @@ start", "@@ -1,3 +1,3 @@ start")
        .replace("+deux\n+trois\n", "+zwei\n")
        .replace("@@ -10,2 +11,2 @@", "@@ -10,2 +10,2 @@")
        .replace("+onze", "+elf"),
    );
  });

  it("gives back what was written into a hunk", () => {
    const text = fc.array(fc.constantFrom("one", "two", "four", "new", ""), { minLength: 1 });
    fc.assert(
      fc.property(text, (lines) => {
        const edited = lines.join("\n");
        const again = parseDiff(editDiff(parseDiff(TWO_FILES)!, { 0: edited }))!;
        const [hunk] = again.files[0]!.hunks;
        expect(resultOf(hunk!)).toBe(edited);
        expect(again.files[2]!.hunks).toHaveLength(1);
      }),
    );
  });
});

describe("the difference of two texts", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

  it("leads from the one to the other", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const steps = lineDiff(before, after);
        expect(steps.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
        expect(steps.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
      }),
    );
  });

  it("is found quickly where nothing is alike", () => {
    const before = Array.from({ length: 50_000 }, (_, at) => `old ${at}`);
    const after = Array.from({ length: 50_000 }, (_, at) => `new ${at}`);
    expect(lineDiff(before, after)).toHaveLength(100_000);
  });

  it.each([
    ["nothing", "a\nb", "a\nb", 0],
    ["a line rewritten counts once", "a\nb\nc", "a\nB\nc", 1],
    ["one taken out and two put in elsewhere", "a\nb\nc", "a\nc\nd\ne", 3],
  ])("is counted in lines: %s", (_why, before, after, lines) => {
    expect(changedLines(before, after)).toBe(lines);
  });
});

describe("the time that somebody reads", () => {
  it("runs while they do something", () => {
    const clock = stirReading(startReading(0), 60_000);
    expect(readFor(clock, 90_000)).toBe(90_000);
  });

  it("stops two minutes after the last that they did, and goes on when they are back", () => {
    const quiet = stirReading(startReading(0), 10_000);
    expect(isReading(quiet, 10_000 + IDLE_MS + 1)).toBe(false);
    expect(readFor(quiet, 3_600_000)).toBe(10_000 + IDLE_MS);
    expect(readFor(stirReading(quiet, 3_600_000), 3_605_000)).toBe(10_000 + IDLE_MS + 5_000);
  });

  it("does not run while the page is hidden, and starts from what was counted before", () => {
    const hidden = pauseReading(startReading(0, 7_000), 3_000);
    expect(readFor(hidden, 500_000)).toBe(10_000);
    expect(readFor(stirReading(hidden, 500_000), 501_000)).toBe(11_000);
  });

  it("never counts more than has passed, in whatever order things happen", () => {
    const step = fc.record({ does: fc.constantFrom(pauseReading, stirReading), after: fc.nat(400_000) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let now = 0;
        let clock = startReading(0);
        for (const { does, after } of steps) {
          const before = readFor(clock, now);
          now += after;
          clock = does(clock, now);
          expect(readFor(clock, now) - before).toBeGreaterThanOrEqual(0);
          expect(readFor(clock, now) - before).toBeLessThanOrEqual(after);
        }
      }),
    );
  });
});

describe("what hides in a text", () => {
  it.each([
    ["a change of direction", "a\u202eb", ["a", "U+202E", "b"]],
    ["the same many times over", "a\u200b\u200b\u200b", ["a", "U+200B × 3"]],
    ["a tag character", "\u{e0041}", ["U+E0041"]],
    ["a variant of what has none", "a\ufe01b\u{e0101}", ["a", "U+FE01", "b", "U+E0101"]],
    ["how a picture is drawn", "\u2764\ufe0f 1\ufe0f", ["\u2764\ufe0f 1\ufe0f"]],
    ["a blank that is no blank", "a\u2800", ["a", "U+2800"]],
    ["half a character", "\ud800x", ["U+D800", "x"]],
    ["line ends and tabs, which do not hide", "a\r\n\tb", ["a\r\n\tb"]],
    ["a lone return", "a\rb", ["a", "U+000D", "b"]],
    ["what joins pictures into one", "\u{1f469}\u200d\u{1f52c}", ["\u{1f469}\u200d\u{1f52c}"]],
  ])("%s", (_what, text, shown) => {
    expect(partsOf(text).map((part) => part.code ?? part.text)).toEqual(shown);
  });

  it("costs little where there is much of it", () => {
    expect(partsOf("\u200b\u200c".repeat(400_000)).length).toBeLessThan(3_000);
  });
});

describe("a better wording", () => {
  it.each([
    ["the hedge goes and the sentence starts anew", "Maybe rename it.", 0, 5, "Rename it."],
    ["in the middle", "The name lies. Perhaps, rename it.", 15, 22, "The name lies. Rename it."],
    ["only the hedge of a phrase", "It should probably be renamed.", 3, 18, "It should be renamed."],
    ["a phrase without a hedge is left to its writer", "Consider renaming it.", 0, 8, null],
  ])("%s", (_why, text, start, end, expected) => {
    expect(rewriteOf(text, [{ code: "advisory_wording", span: { start, end } }])).toBe(expected);
  });

  it("is not made up for other complaints", () => {
    expect(rewriteOf("Maybe.", [{ code: "vague_issue", span: { start: 0, end: 5 } }])).toBeNull();
  });
});
