import { describe, expect, it } from "vitest";
import { verdictsIn } from "../../../../test/observe-text.ts";
import { TOOLS } from "./all-tools.ts";
import { requiredLiterals, startsReading } from "./triggers.ts";

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("18.3 %s", (_name, tool) => {
  const hits = Object.entries(tool.hits).flatMap(([verdicts, texts]) =>
    texts.map((text) => [verdicts, text]),
  );

  it.each(hits)("sees %s in %j", (verdicts, text) => {
    expect(verdictsIn(tool, text).join(", ")).toBe(verdicts);
  });

  it.each(tool.misses ?? [])("sees nothing in %j", (text) => {
    expect(verdictsIn(tool, text)).toEqual([]);
  });

  it("has examples", () => {
    expect(hits.length).toBeGreaterThan(0);
  });

  it("has patterns that a literal can be derived from, or says what their lines contain", () => {
    const patterns = tool.rules
      .flat()
      .filter(startsReading)
      .map(({ pattern }) => pattern);
    const isCovered = tool.starts?.some((start) => typeof start === "string") === true;
    expect(patterns.filter((pattern) => !isCovered && requiredLiterals(pattern) === undefined)).toEqual([]);
  });
});

describe("18.3 all tools", () => {
  it("have names of their own", () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });
});
