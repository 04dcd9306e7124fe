import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { tsc } from "./tsc.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([tsc], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("tsc", () => {
  it.each([
    [
      "plain form",
      "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.",
      ["verification_failure strong"],
    ],
    [
      "pretty form",
      "src/cart.ts:14:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
      ["verification_failure strong"],
    ],
    [
      "Angular's prefix",
      "Error: src/app/cart.component.ts:3:9 - error TS2304: Cannot find name 'Cart'.",
      ["verification_failure strong"],
    ],
    [
      "a Windows path",
      "C:\\work\\cart.ts(2,1): error TS1005: ';' expected.",
      ["verification_failure strong"],
    ],
    [
      "no file, as for options",
      "error TS5023: Unknown compiler option 'strictt'.",
      ["verification_failure strong"],
    ],
    [
      "astro check",
      "src/pages/index.astro:8:3 - error ts(2322): Type '{}' is not assignable.",
      ["verification_failure strong"],
    ],
    ["Deno", "TS2345 [ERROR]: Argument of type 'number' is not assignable.", ["verification_failure strong"]],
    [
      "Next.js type check",
      "Type error: Property 'id' does not exist on type 'Order'.",
      ["verification_failure strong"],
    ],
    [
      "behind a workspace's name",
      "web:typecheck: src/cart.ts(1,2): error TS2304: Cannot find name 'x'.",
      ["verification_failure strong"],
    ],
    ["summary over files", "Found 3 errors in 2 files.", ["verification_failure proof"]],
    ["summary of one file", "Found 1 error in src/cart.ts:14", ["verification_failure proof"]],
    ["watch mode, broken", "Found 2 errors. Watching for file changes.", ["verification_failure proof"]],
    ["watch mode, clean", "[10:20:31 AM] Found 0 errors. Watching for file changes.", ["success proof"]],
    ["svelte-check, clean", "svelte-check found 0 errors and 0 warnings", ["success proof"]],
    [
      "svelte-check, broken",
      "svelte-check found 2 errors and 1 warning in 2 files",
      ["verification_failure proof"],
    ],
    ["a search hit in documentation", "docs/errors.md:12:error TS2322: explains assignability", []],
    ["source that builds such a line", "  return `error TS${code}: ${message}`;", []],
    ["a commit message", "fix: TS2322 in the cart", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps code, message and place", () => {
    expect(observeText([tsc], "src/cart.ts(14,7): error TS2322: Type 'a' is wrong.")[0]?.facts).toEqual({
      framework: "tsc",
      language: "typescript",
      file: "src/cart.ts",
      line: 14,
      error_type: "TS2322",
      error_message: "Type 'a' is wrong.",
    });
  });
});
