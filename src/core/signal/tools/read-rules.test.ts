import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { factsOf, factText } from "./read-rules.ts";
import {
  countsErrors,
  countsTests,
  endsRun,
  fails,
  ignores,
  joins,
  keeps,
  opens,
  outside,
  provesFailure,
  provesSuccess,
  readsExit,
  type Tool,
  unless,
  within,
} from "./tool.ts";

const CHECK: Tool = {
  name: "mistakes",
  kind: "check",
  facts: { framework: "common", language: "none" },
  rules: [
    ignores(/^bad: ignored$/),
    fails("own", /^bad: (?<type>X\d): (?<message>.+) in (?<file>\S+):(?<line>\d+)$/),
    countsErrors(/^(?<count>\d+|no) mistakes$/),
    provesSuccess(/^fine$/),
    unless((text) => text.endsWith(";"), fails(/^wrong\b/)),
    keeps(2, ignores(/^heading (?<message>\w+)$/)),
    joins(fails(/^at (?<file>\S+):(?<line>\d+)$/)),
  ],
  hits: {},
};

const TESTS: Tool = {
  name: "shop-test",
  kind: "test",
  rules: [
    endsRun(
      countsTests(
        { failed: /(\d+) failed/g, passed: /(\d+) passed/g, other: /(\d+) skipped/g },
        /^total: .*/,
      ),
    ),
    fails(/^failed (?<test>\w+)$/),
    provesSuccess(/^passed$/),
    opens("expected", ignores(/^known problems:$/)),
    outside("expected", fails(/^problem: (?<message>.+)$/)),
    within("failed", fails(/^detail: (?<message>.+)$/)),
  ],
  hits: {},
};

const RUNTIME: Tool = {
  name: "shop",
  kind: "runtime",
  facts: { language: "shop" },
  rules: [
    ignores(/^basket ok$/),
    provesFailure(/^basket (?<message>.+) at (?<file>\S+):(?<line>\d+)$/),
    fails(/^basket/),
    readsExit(/^shop exit (?<exit>\d+)$/),
  ],
  hits: {},
};

const seen = (tool: Tool, ...lines: readonly string[]): readonly string[] =>
  observeText([tool], lines.join("\n")).map(({ says, weight, text }) => `${says} ${weight}: ${text}`);

describe("18.3 a tool's rules", () => {
  it.each<[string, Tool, readonly string[], readonly string[]]>([
    ["no errors is a success", CHECK, ["0 mistakes"], ["success proof: 0 mistakes"]],
    ["no errors in words, too", CHECK, ["no mistakes"], ["success proof: no mistakes"]],
    ["any error is a failure", CHECK, ["12 mistakes"], ["verification_failure proof: 12 mistakes"]],
    ["an ignored line says nothing", CHECK, ["bad: ignored"], []],
    ["a line that no rule matches says nothing", CHECK, ["good"], []],
    [
      "a build tool's prefix is cut off",
      CHECK,
      ["[ERROR] 2 mistakes"],
      ["verification_failure proof: [ERROR] 2 mistakes"],
    ],
    [
      "a workspace's prefix is cut off",
      CHECK,
      ["@shop/web:lint: fine"],
      ["success proof: @shop/web:lint: fine"],
    ],
    ["a quotation mark is cut off", CHECK, ["> fine"], ["success proof: > fine"]],
    ["an added line of a diff does not match", CHECK, ["+fine"], []],
    ["an exempt line does not match", CHECK, ["wrong", "wrong;"], ["verification_failure strong: wrong"]],
    [
      "the place after a heading",
      CHECK,
      ["heading a", "at b.rs:3"],
      ["verification_failure strong: at b.rs:3"],
    ],
    ["a place without a heading", CHECK, ["at b.rs:3"], []],
    ["a place too far below", CHECK, ["heading a", "1", "2", "at b.rs:3"], []],
    [
      "the first rule that matches decides",
      RUNTIME,
      ["basket lost at a:3"],
      ["runtime_error proof: basket lost at a:3"],
    ],
    ["a runtime error", RUNTIME, ["basket lost"], ["runtime_error strong: basket lost"]],
    ["exit code zero", RUNTIME, ["shop exit 0"], ["success weak: shop exit 0"]],
    ["another exit code", RUNTIME, ["shop exit 3"], ["runtime_error proof: shop exit 3"]],
    [
      "a run that failed does not succeed by a later line",
      TESTS,
      ["failed a", "passed"],
      ["verification_failure strong: failed a", "success weak: passed"],
    ],
    [
      "a summary ends the run",
      TESTS,
      ["failed a", "total: 1 failed", "passed"],
      [
        "verification_failure strong: failed a",
        "verification_failure proof: total: 1 failed",
        "success proof: passed",
      ],
    ],
    ["skipped tests alone", TESTS, ["total: 3 skipped"], ["success weak: total: 3 skipped"]],
    ["a summary without counts", TESTS, ["total: nothing"], []],
    ["a string in source code", TESTS, ['"failed a"'], []],
    ["outside a section", TESTS, ["problem: x"], ["verification_failure strong: problem: x"]],
    ["inside a section", TESTS, ["known problems:", "problem: x"], []],
    ["a detail before a failure", TESTS, ["detail: x"], []],
    [
      "a detail below a failure",
      TESTS,
      ["failed a", "detail: x"],
      ["verification_failure strong: failed a", "verification_failure strong: detail: x"],
    ],
  ])("%s", (_why, tool, lines, expected) => {
    expect(seen(tool, ...lines)).toEqual(expected);
  });

  it("make facts of groups, over those of the rule and the tool", () => {
    expect(observeText([CHECK], "bad: X1: wrong in a.go:3")[0]?.facts).toEqual({
      framework: "own",
      language: "go",
      error_type: "X1",
      error_message: "wrong",
      file: "a.go",
      line: 3,
    });
  });

  it("join the facts that were kept", () => {
    expect(observeText([CHECK], "heading lost\nat b.rs:3")[0]?.facts).toEqual({
      framework: "common",
      language: "rust",
      error_message: "lost",
      file: "b.rs",
      line: 3,
    });
  });
});

describe("factsOf", () => {
  it("leaves out what is empty or no number", () => {
    expect(factsOf({ type: " ", message: "m", line: "x", exit: "-1" })).toEqual({
      error_message: "m",
      exit_code: -1,
    });
  });
});

describe("factText", () => {
  it.each([
    ["is trimmed", "  a  ", "a"],
    ["is bounded", "a".repeat(400), "a".repeat(300)],
    ["is left out when empty", "  ", undefined],
  ])("%s", (_why, value, text) => {
    expect(factText(value)).toBe(text);
  });
});
