import { describe, expect, it } from "vitest";
import { factText, groupFacts, lineRules } from "./runtime-rules.ts";
import { strongest } from "../../../../test/strongest.ts";

const SHOP = lineRules(
  "shop",
  ["basket"],
  [
    { pattern: /^basket ok$/, says: "nothing" },
    { pattern: /^basket (?<message>.+) at (?<file>\S+):(?<line>\d+)$/, weight: "proof" },
    { pattern: /^basket/ },
  ],
  { language: "shop" },
);

describe("lineRules", () => {
  it.each([
    [
      "the first fitting rule decides",
      "basket closed at a.shop:3",
      "proof runtime_error",
      { language: "shop", error_message: "closed", file: "a.shop", line: 3 },
    ],
    [
      "a rule is a strong runtime error unless told otherwise",
      "basket lost",
      "strong runtime_error",
      { language: "shop" },
    ],
    ["a rule that says nothing keeps later ones away", "basket ok", "nothing", {}],
  ])("%s", (_why, text, saw, facts) => {
    expect(strongest([SHOP], text)).toEqual({ saw, facts });
  });
});

describe("groupFacts", () => {
  it("leaves out what is empty or no number", () => {
    expect(groupFacts({ type: " ", message: "m", line: "x", exit: "-1" })).toEqual({
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
