import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAgentPrompt, type PromptRun } from "./build-agent-prompt.ts";
import { activeRule, EXAMPLE_TIME } from "../../../test/examples/example-rule.ts";
import { injectionSchema } from "./injection.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";

const run: PromptRun = {
  run: "run-7",
  task: "T-1",
  now: EXAMPLE_TIME,
  policy: DEFAULT_RULE_POLICY,
  files: ["src/a.ts"],
};

describe("003.6 buildAgentPrompt", () => {
  it("puts the rules after the prompt, and records what went in and what did not", () => {
    const rules = [activeRule(1), activeRule(2, { scope: { agents: ["mia"], paths: [] } })];
    const { prompt, injection } = buildAgentPrompt("rio", "You write code.", rules, run);
    expect(prompt).toMatchInlineSnapshot(`
      "You write code.

      ## Learned Rules (from feedback)

      Work this way:

      - Do thing number 1.
      "
    `);
    expect(injection).toEqual({
      schema: 1,
      run: "run-7",
      agent: "rio",
      task: "T-1",
      time: EXAMPLE_TIME,
      rules: [{ rule_id: rules[0]?.rule_id, version: 1 }],
      withheld: [{ rule_id: rules[1]?.rule_id, version: 1, reason: "other_agent" }],
      withheld_more: 0,
      tokens: expect.any(Number),
    });
    expect(injectionSchema.parse(injection)).toEqual(injection);
  });

  it("leaves the prompt as it is, byte for byte, where there are no rules for it", () => {
    const other = activeRule(1, { scope: { agents: ["mia"], paths: [] } });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (base) => {
        expect(buildAgentPrompt("rio", base, [], run).prompt).toBe(base);
        expect(buildAgentPrompt("rio", base, [other], run).prompt).toBe(base);
      }),
    );
  });

  it("begins with the prompt to the letter, and never lets an open fence swallow the rules", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (base) => {
        expect(buildAgentPrompt("rio", base, [activeRule(1)], run).prompt.startsWith(base)).toBe(true);
      }),
    );
    expect(buildAgentPrompt("rio", "```js\nlet a;", [activeRule(1)], run).prompt).toContain(
      "let a;\n```\n\n## Learned",
    );
    expect(buildAgentPrompt("rio", "One.\r\nTwo.\r\n", [activeRule(1)], run).prompt).toContain(
      "Two.\r\n\r\n## Learned Rules (from feedback)\r\n",
    );
  });

  it("is bounded by the limit of rules, and counts what it does not name", () => {
    const rules = Array.from({ length: 700 }, (_, at) => activeRule(at + 1));
    const { prompt, injection } = buildAgentPrompt("rio", "", rules, run);
    expect(prompt.match(/^- /gm)?.length).toBe(20);
    expect([injection.withheld.length, injection.withheld_more]).toEqual([500, 180]);
  });
});
