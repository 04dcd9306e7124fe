import { describe, expect, it } from "vitest";
import { TOOLS } from "./all-tools.ts";
import { requiredLiterals, triggersOf } from "./triggers.ts";

describe("18.3 requiredLiterals", () => {
  it.each<[string, RegExp, readonly string[] | undefined]>([
    ["a sentence", /^Oh no! /, ["oh no! "]],
    ["the longest run between gaps", /^\d+ file.{0,9} would be reformatted/, [" would be re"]],
    ["a plural", /^\d+ files? changed/, [" file change", " files chang"]],
    ["alternatives", /^(?:FATAL|PANIC): .+$/, ["fatal: ", "panic: "]],
    ["characters of a small class", /^SC[123]\d{3}$/, ["sc1", "sc2", "sc3"]],
    ["a repetition", /^_{3,} \w+/, ["___ "]],
    ["letters of either case", /^[Ee]rror: /i, ["error: "]],
    ["an escaped mark", /^\[ {2}FAILED {2}\] /, ["[  failed  ]"]],
    ["a mark that no log is full of", /^\s{2,4}× \S/, ["× "]],
    ["what may be missing is no literal", /^(?:Error: )?\d+$/, undefined],
    ["what must not follow is no literal", /^a(?!bcdef)\d/, undefined],
    ["an alternative without one", /^(?:failed|\d+)$/, undefined],
  ])("%s", (_why, pattern, literals) => {
    expect(requiredLiterals(pattern)).toEqual(literals);
  });

  it("is in every example that a pattern matches", () => {
    const lines = new Set(
      TOOLS.flatMap(({ hits, misses = [] }) => [...Object.values(hits).flat(), ...misses]).flatMap((text) =>
        text.split("\n"),
      ),
    );
    const patterns = TOOLS.flatMap(({ rules }) => rules.flat().map(({ pattern }) => pattern));
    let matches = 0;
    for (const pattern of patterns) {
      const literals = requiredLiterals(pattern);
      if (literals === undefined) continue;
      for (const line of lines) {
        if (!new RegExp(pattern.source, pattern.flags.replace("g", "")).test(line)) continue;
        matches += 1;
        expect(literals.some((literal) => line.toLowerCase().includes(literal))).toBe(true);
      }
    }
    expect(matches).toBeGreaterThan(500);
  });
});

describe("18.3 triggersOf", () => {
  it("leaves out what a shorter trigger finds", () => {
    const tool = TOOLS.find(({ name }) => name === "rustc")!;
    expect(triggersOf(tool)).toContain("error");
    expect(triggersOf(tool).filter((trigger) => trigger.includes("error"))).toEqual(["error"]);
  });

  it("is in lower case", () => {
    const triggers = TOOLS.flatMap(triggersOf);
    expect(triggers.filter((trigger) => trigger !== trigger.toLowerCase())).toEqual([]);
  });
});
