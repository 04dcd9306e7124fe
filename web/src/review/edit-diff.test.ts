import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDiff, resultOf } from "./edit-diff.ts";
import { parseDiff } from "./parse-diff.ts";

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
