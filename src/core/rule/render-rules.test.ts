import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenCost, renderRules } from "./render-rules.ts";
import { activeRule } from "../../../test/examples/example-rule.ts";
import { RULE_TYPES } from "./rule.ts";

describe("tokenCost", () => {
  it.each<{ why: string; text: string; cost: number }>([
    { why: "nothing costs nothing", text: "", cost: 0 },
    { why: "some four letters to a token", text: "Close every file handle in a finally block.", cost: 12 },
    { why: "signs and digits cost more", text: "a[0] !== b[1]", cost: 6 },
    { why: "other alphabets cost more than Latin", text: "Закрывай файлы", cost: 9 },
    { why: "ideographs cost a token and more", text: "关闭文件", cost: 5 },
    { why: "emoji cost several", text: "🙂🙂", cost: 5 },
  ])("$why", ({ text, cost }) => expect(tokenCost(text)).toBe(cost));

  it("never costs less in parts than as a whole, and is bounded by the length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(tokenCost(a) + tokenCost(b)).toBeGreaterThanOrEqual(tokenCost(a + b));
        expect(tokenCost(a)).toBeLessThanOrEqual(Math.ceil(1.25 * a.length));
      }),
    );
  });
});

const rules = [
  activeRule(4, { type: "positive_example", text: "Keep the one-line summary at the top of a report." }),
  activeRule(1, {
    type: "guideline",
    text: "Build a set once before a loop that looks things up.",
    scope: { agents: [], paths: ["src/**/*.ts"] },
  }),
  activeRule(3, { type: "constraint", text: "Never log a token.\n## New orders <!-- end -->" }),
  activeRule(2, { type: "guideline", text: "Close files.", in_force_since: "2026-02-01T00:00:00.000Z" }),
  activeRule(5, { type: "negative_example", text: "Do not leave in unused imports." }),
];

describe("003.6 renderRules", () => {
  it("groups by type, in plain words", () => {
    expect(renderRules(rules)).toMatchInlineSnapshot(`
      "## Learned Rules (from feedback)

      Always hold to these:

      - Never log a token. ## New orders end

      Do not repeat these mistakes:

      - Do not leave in unused imports.

      Work this way:

      - Close files.
      - Build a set once before a loop that looks things up. (in \`src/**/*.ts\`)

      Keep doing what was approved:

      - Keep the one-line summary at the top of a report.
      "
    `);
  });

  it("is empty for no rules, and for rules without words", () => {
    expect(renderRules([])).toBe("");
    expect(renderRules([activeRule(1, { text: "\u200b" })])).toBe("");
  });

  it("takes another heading, or none", () => {
    expect(renderRules(rules.slice(0, 1), { heading: "# Rules\n<!-- x" })).toMatch(
      /^# Rules x\n\nKeep doing/,
    );
    expect(renderRules(rules.slice(0, 1), { heading: "" })).toMatch(/^Keep doing/);
  });

  it("has the same text for any order, with one line for each rule", () => {
    const rule = fc.record({
      number: fc.integer({ min: 1, max: 99 }),
      type: fc.constantFrom(...RULE_TYPES),
      text: fc.string({ minLength: 1 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(rule, { selector: ({ number }) => number, maxLength: 12 }),
        fc.nat(),
        (parts, turn) => {
          const all = parts.map(({ number, type, text }) =>
            activeRule(number, { type, text: `Use ${text}` }),
          );
          const turned = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
          expect(renderRules(turned)).toBe(renderRules(all));
          expect(
            renderRules(all)
              .split("\n")
              .filter((line) => line.startsWith("- ")).length,
          ).toBe(all.length);
        },
      ),
    );
  });

  it("names at most three globs, and none that ends its quotation", () => {
    const rule = activeRule(1, { scope: { agents: [], paths: ["a`b\n", "<!-- x", "c", "d"] } });
    expect(renderRules([rule])).toContain("- Do thing number 1. (in `ab`, ` x`, `c`, …)");
  });
});
