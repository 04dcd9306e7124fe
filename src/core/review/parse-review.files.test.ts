import { describe, expect, it } from "vitest";
import { aFinding, anAnswer, idsOf } from "../../../test/review-answer.ts";
import { parseReview, type ParseReviewOptions } from "./parse-review.ts";

describe("stage four: files", () => {
  const renamed = [{ path: "src/new.ts", previousPath: "src/old.ts", status: "renamed" }] as const;
  const decomposed = "src/cafe\u0301.ts";
  const paths: readonly [
    why: string,
    file: string,
    changed: ParseReviewOptions["changedFiles"] & {},
    kept: string | undefined,
    reason: string | undefined,
  ][] = [
    ["as listed", "src/a.ts", ["src/a.ts"], "src/a.ts", undefined],
    ["a leading ./", "./src/a.ts", ["src/a.ts"], "src/a.ts", "path_normalized"],
    ["repeated ./", "././src/./a.ts", ["src/a.ts"], "src/a.ts", "path_normalized"],
    ["an inner ..", "src/x/../a.ts", ["src/a.ts"], "src/a.ts", "path_normalized"],
    ["doubled separators", "src//a.ts", ["src/a.ts"], "src/a.ts", "path_normalized"],
    ["a leading separator", "/src/a.ts", ["src/a.ts"], "src/a.ts", "path_normalized"],
    ["Windows separators", "src\\a.ts", ["src/a.ts"], "src/a.ts", "path_separator"],
    [
      "Windows separators read as escapes",
      "src\net\\a.ts",
      ["src/net/a.ts"],
      "src/net/a.ts",
      "path_separator",
    ],
    ["the list has ./", "src/a.ts", ["./src/a.ts"], "./src/a.ts", "path_normalized"],
    ["the diff's a/", "a/src/a.ts", ["src/a.ts"], "src/a.ts", "diff_prefix_removed"],
    ["the diff's b/", "b/src/a.ts", ["src/a.ts"], "src/a.ts", "diff_prefix_removed"],
    [
      "a folder named a wins over the prefix",
      "a/src/a.ts",
      ["a/src/a.ts", "src/a.ts"],
      "a/src/a.ts",
      undefined,
    ],
    ["the old name of a renamed file", "src/old.ts", renamed, "src/new.ts", "rename_followed"],
    ["the new name of a renamed file", "src/new.ts", renamed, "src/new.ts", undefined],
    ["another Unicode form", "src/caf\u00e9.ts", [decomposed], decomposed, "unicode_normalized"],
    ["another case", "SRC/a.ts", ["src/a.ts"], undefined, "file_not_in_changed_files"],
    ["another file", "src/b.ts", ["src/a.ts"], undefined, "file_not_in_changed_files"],
    ["only its name", "a.ts", ["src/a.ts"], undefined, "file_not_in_changed_files"],
    ["no file changed", "src/a.ts", [], undefined, "file_not_in_changed_files"],
    ["it leaves the root", "../src/a.ts", ["src/a.ts"], undefined, "path_outside_repository"],
    [
      "it leaves the root on a detour",
      "src/../../etc/passwd",
      ["etc/passwd"],
      undefined,
      "path_outside_repository",
    ],
    ["it names a drive", "C:\\src\\a.ts", ["src/a.ts"], undefined, "path_outside_repository"],
  ];
  it.each(paths)("004.6 %s", (_why, file, changedFiles, kept, reason) => {
    const parsed = parseReview(JSON.stringify(anAnswer([aFinding({ file })])), { changedFiles });
    expect(parsed.review?.findings[0]?.file).toBe(kept);
    const last = parsed.diagnostics.findLast((each) => each.kind !== "warning");
    expect(last?.reason).toBe(reason);
  });

  it("says when there was no list to check against", () => {
    const parsed = parseReview(JSON.stringify(anAnswer()));
    expect(idsOf(parsed.review)).toEqual(["F1"]);
    expect(parsed.diagnostics.map((each) => each.reason)).toEqual(["files_not_checked"]);
  });
});
