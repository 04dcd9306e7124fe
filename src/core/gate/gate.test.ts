import { describe, expect, it } from "vitest";
import { CODE_PACK } from "./built-in-packs.ts";
import { createGateCatalogue, type Gate, type GatePack, UNSPECIFIED_GATE, nearestTag } from "./gate.ts";

const gate = (tag: string, route: Gate["route"]): Gate => ({ ...UNSPECIFIED_GATE, tag, route });
const pack = (name: string, fallback: string, ...gates: Gate[]): GatePack => ({
  name,
  description: name,
  fallback_tag: fallback,
  gates,
});

describe("createGateCatalogue", () => {
  it("finds what is registered and nothing else", () => {
    const catalogue = createGateCatalogue([CODE_PACK]);
    expect(catalogue.find("tests_failing")?.gate).toBe("Test suite");
    const unknown = ["", "nope", "__proto__", "constructor", "toString"];
    expect(unknown.filter((tag) => catalogue.find(tag) !== undefined)).toEqual([]);
  });

  it("lets the earlier pack decide where two hold the same tag", () => {
    const catalogue = createGateCatalogue([
      pack("mine", "a", gate("a", "close")),
      pack("theirs", "b", gate("a", "convert"), gate("b", "llm_fix")),
    ]);
    expect(catalogue.find("a")?.route).toBe("close");
    expect(catalogue.list().map(({ tag }) => tag)).toEqual(["a", "b"]);
    expect(catalogue.fallback.tag).toBe("a");
    expect(catalogue.packs).toEqual(["mine", "theirs"]);
  });

  it.each([
    { why: "no packs at all", packs: [] },
    { why: "a fallback that leads nowhere", packs: [pack("p", "gone", gate("a", "close"))] },
  ])("002.4: registers a fallback all the same: $why", ({ packs }) => {
    const catalogue = createGateCatalogue(packs);
    expect(catalogue.fallback).toBe(UNSPECIFIED_GATE);
    expect(catalogue.find("unspecified")).toBe(UNSPECIFIED_GATE);
  });
});

const TAGS = ["tests_failing", "missing_tests", "missing_docs", "dead_code"];

it.each([
  { word: "test_failing", nearest: "tests_failing", why: "a letter is missing" },
  { word: "Missing-Docs", nearest: "missing_docs", why: "case and separator differ" },
  { word: "dead code ", nearest: "dead_code", why: "a space stands for the underscore" },
  { word: "opsec", nearest: undefined, why: "nothing is close" },
  { word: "", nearest: undefined, why: "nothing was written" },
  { word: "x", nearest: undefined, why: "one letter is close to nothing" },
  { word: "tests_failing".repeat(1000), nearest: undefined, why: "it is no misspelling" },
])("answers $nearest for $word: $why", ({ word, nearest }) => {
  expect(nearestTag(word, TAGS)).toBe(nearest);
});
