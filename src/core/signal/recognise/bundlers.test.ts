import { describe, expect, it } from "vitest";
import { bundlers } from "./bundlers.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([bundlers], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("bundlers", () => {
  it.each([
    ["webpack passes", "webpack 5.90.1 compiled successfully in 1203 ms", ["success proof"]],
    ["webpack warns", "webpack 5.90.1 compiled with 2 warnings in 1203 ms", []],
    [
      "webpack fails",
      "ERROR in ./src/cart.js 3:0-21\nModule not found: Error: Can't resolve './totl' in '/app/src'\nwebpack 5.90.1 compiled with 1 error in 900 ms",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["a dev server", "Failed to compile.", ["verification_failure proof"]],
    ["a dev server, clean", "Compiled successfully!", ["success proof"]],
    [
      "Next.js",
      "Module not found: Can't resolve '@/cart'\n> Build failed because of webpack errors",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "esbuild",
      '✘ [ERROR] Could not resolve "./totl"\n\n1 error\nBuild failed with 1 error:',
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "esbuild in a plugin",
      'src/cart.ts:3:7: ERROR: Expected ";" but found "total"',
      ["verification_failure strong"],
    ],
    ["Vite passes", "✓ 34 modules transformed.\n✓ built in 1.02s", ["success strong"]],
    [
      "Vite fails",
      'x Build failed in 120ms\nerror during build:\nRollupError: Could not resolve "./totl" from "src/cart.ts"',
      ["verification_failure proof", "verification_failure strong"],
    ],
    ["Rollup", "[!] (plugin typescript) RollupError: Expression expected", ["verification_failure strong"]],
    [
      "Rolldown",
      " ERROR  Build failed with 1 error:\n\n[UNRESOLVED_IMPORT] Could not resolve './totl' in src/cart.ts",
      ["verification_failure proof", "verification_failure strong"],
    ],
    ["Parcel", "🚨 Build failed.", ["verification_failure proof"]],
    [
      "Metro",
      "error: Error: Unable to resolve module ./totl from /app/src/cart.js",
      ["verification_failure strong"],
    ],
    ["Angular passes", "Application bundle generation complete. [3.2 seconds]", ["success strong"]],
    ["source that logs", "  console.log('Failed to compile.');", []],
    ["source that tests", "    expect(stdout).toContain(\"Module not found: Can't resolve './a'\");", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});
