import { describe, expect, it } from "vitest";
import { pathOfGitHeader, readFileLine } from "./diff-names.ts";

describe("pathOfGitHeader", () => {
  it.each([
    { why: "the usual prefixes", names: "a/src/x.ts b/src/x.ts", path: "src/x.ts" },
    { why: "a name that holds ` b/`", names: "a/x b/y b/x b/y", path: "x b/y" },
    { why: "mnemonic prefixes", names: "i/src/x.ts w/src/x.ts", path: "src/x.ts" },
    { why: "a reversed diff", names: "b/x.ts a/x.ts", path: "x.ts" },
    { why: "no prefix in a folder named like one", names: "a/x.ts a/x.ts", path: "a/x.ts" },
    { why: "prefixes of different length around a space", names: "before/x y after!/x y", path: "x y" },
    { why: "a prefix on one side only", names: "x.ts b/x.ts", path: "x.ts" },
    { why: "quotes on both sides", names: '"a/\\303\\251" "b/\\303\\251"', path: "é" },
    { why: "two names, which a rename line tells apart", names: "a/x.ts b/y.ts", path: undefined },
    { why: "a quote that never closes as any other character", names: '"a/x b/x', path: "x" },
    { why: "nothing", names: "", path: undefined },
  ])("reads $why", ({ names, path }) => {
    expect(pathOfGitHeader(names)).toBe(path);
  });
});

describe("readFileLine", () => {
  it.each([
    { why: "a bare name", text: "a/x.ts", line: { name: "a/x.ts", missing: false } },
    {
      why: "a timestamp after a tab",
      text: "x y\t2026-01-02 03:04:05",
      line: { name: "x y", missing: false },
    },
    {
      why: "the name that stands for no file",
      text: "/dev/null",
      line: { name: "/dev/null", missing: true },
    },
    { why: "the epoch", text: "x\t1970-01-01 00:00:00 +0000", line: { name: "x", missing: true } },
    {
      why: "the epoch west of Greenwich",
      text: "x\t1969-12-31 19:00:00 -0500",
      line: { name: "x", missing: true },
    },
    { why: "a quoted name", text: '"b/a\\tb"\t', line: { name: "b/a\tb", missing: false } },
  ])("reads $why", ({ text, line }) => {
    expect(readFileLine(text)).toEqual(line);
  });
});
