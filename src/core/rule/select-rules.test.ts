import { describe, expect, it } from "vitest";
import { toActiveRule, type ActiveRule, selectRules, type Selection } from "./select-rules.ts";
import {
  approve,
  EXAMPLE_TEXT,
  modify,
  person,
  proposing,
  ruleAfter,
  activeRule,
} from "../../../test/examples/example-rule.ts";
import * as fc from "fast-check";
import { renderRules, tokenCost } from "./render-rules.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";

const [ana, ben, cleo] = [person("ana"), person("ben"), person("cleo")];
const active = ruleAfter(proposing(), approve(ana), approve(ben));
const changing = ruleAfter(
  proposing(),
  approve(ana),
  approve(ben),
  modify(cleo, 1, "Use `using`."),
  approve(cleo, 2),
);

describe("toActiveRule", () => {
  it("is the version in force, or nothing", () => {
    expect(toActiveRule(ruleAfter(proposing()))).toBeUndefined();
    expect(toActiveRule(changing, { verdict: "helping", reduction: 0.5 })).toMatchObject({
      rule_id: active.id,
      version: 1,
      text: EXAMPLE_TEXT.text,
      flagged: false,
      evidence_count: 3,
      effect: { verdict: "helping" },
    });
  });
});

const run = (parts: Partial<Selection> = {}): Selection => ({
  agent: "rio",
  policy: DEFAULT_RULE_POLICY,
  ...parts,
});
const idsOf = (rules: readonly ActiveRule[]): readonly number[] =>
  rules.map(({ rule_id }) => Number(rule_id.slice(3)));
const many = (count: number): readonly ActiveRule[] =>
  Array.from({ length: count }, (_, at) => activeRule(at + 1));

describe("003.6 selectRules", () => {
  it.each<{
    why: string;
    rule: Partial<ActiveRule>;
    selection?: Partial<Selection>;
    reason: string | undefined;
  }>([
    { why: "for every agent", rule: {}, reason: undefined },
    { why: "for this agent", rule: { scope: { agents: ["mia", "rio"], paths: [] } }, reason: undefined },
    { why: "for another agent", rule: { scope: { agents: ["mia"], paths: [] } }, reason: "other_agent" },
    {
      why: "for a file that is touched",
      rule: { scope: { agents: [], paths: ["src/**"] } },
      selection: { files: ["README.md", "src/a.ts"] },
      reason: undefined,
    },
    {
      why: "for other files",
      rule: { scope: { agents: [], paths: ["src/**"] } },
      selection: { files: ["README.md"] },
      reason: "other_files",
    },
    {
      why: "nobody knows the files yet",
      rule: { scope: { agents: [], paths: ["src/**"] } },
      selection: { files: [] },
      reason: undefined,
    },
    { why: "flagged, and still in force", rule: { flagged: true }, reason: undefined },
    {
      why: "flagged, where a team keeps those out",
      rule: { flagged: true },
      selection: { policy: { ...DEFAULT_RULE_POLICY, withholdFlagged: true } },
      reason: "flagged",
    },
    { why: "nothing that shows", rule: { text: "\u200b" }, reason: "empty" },
  ])("$why", ({ rule, selection, reason }) => {
    const { injected, withheld } = selectRules([activeRule(1, rule)], run(selection));
    expect(injected.length).toBe(reason === undefined ? 1 : 0);
    expect(withheld.map((each) => each.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  it("takes 20 of 30, what helps first and what is flagged last, and says which stay out", () => {
    const rules = many(30).map((rule, at) =>
      at === 29
        ? { ...rule, effect: { verdict: "helping", reduction: 0.6 } as const }
        : at === 0
          ? { ...rule, flagged: true }
          : at === 1
            ? { ...rule, effect: { verdict: "ineffective", reduction: 0.01 } as const }
            : rule,
    );
    const { injected, withheld } = selectRules(rules, run());
    expect(idsOf(injected)).toEqual([30, ...Array.from({ length: 19 }, (_, at) => at + 3)]);
    expect(withheld.map(({ rule_id, reason }) => [Number(rule_id.slice(3)), reason])).toEqual(
      [1, 2, 22, 23, 24, 25, 26, 27, 28, 29].map((id) => [id, "limit"]),
    );
  });

  it("prefers what has to do with the task among equals", () => {
    const relevance = (rule: ActiveRule): number => (rule.rule_id.endsWith("29") ? 0.9 : Number.NaN);
    expect(idsOf(selectRules(many(30), run({ relevance })).injected)[0]).toBe(29);
  });

  it("17.5 keeps the rule that says more, whichever is better otherwise, and names it for all that it stands for", () => {
    const texts = ["Validate input.", "Validate input and escape it.", "Validate input at the door."];
    const rules = texts.map((text, at) => ({
      ...activeRule(90 + at),
      rule_id: `ru_9${at}`,
      text,
      evidence_count: 99 - at,
    }));
    const similar = (a: ActiveRule, b: ActiveRule): boolean =>
      a.text === b.text || (a.text.includes("escape") && b.text === "Validate input.");
    const { injected, withheld } = selectRules([...rules, ...many(20)], run({ similar }));
    expect(injected.map(({ rule_id }) => rule_id)).toContain("ru_91");
    expect(withheld.filter(({ rule_id }) => rule_id === "ru_90")).toMatchObject([
      { reason: "consolidated_into", into: "ru_91" },
    ]);
  });

  it("lets rules that say the same give way to the best of them, only where not all fit", () => {
    const similar = (a: ActiveRule, b: ActiveRule): boolean =>
      Number(a.rule_id.slice(3)) % 10 === Number(b.rule_id.slice(3)) % 10;
    expect(selectRules(many(20), run({ similar })).withheld).toEqual([]);
    const { injected, withheld } = selectRules(many(25), run({ similar }));
    expect(idsOf(injected)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(withheld[0]).toMatchObject({ reason: "consolidated_into", into: injected[0]?.rule_id });
  });

  it("keeps to the budget, and takes a smaller rule where a larger does not fit", () => {
    const rules = [activeRule(1, { text: "word ".repeat(45), evidence_count: 9 }), activeRule(2)];
    const { injected, withheld, tokens } = selectRules(
      rules,
      run({ policy: { ...DEFAULT_RULE_POLICY, tokenBudget: 80 } }),
    );
    expect(idsOf(injected)).toEqual([2]);
    expect(withheld).toEqual([{ rule_id: rules[0]?.rule_id, version: 1, reason: "budget" }]);
    expect(tokens).toBeLessThanOrEqual(80);
  });

  it("keeps the bounds and loses no rule, whatever the rules and their order", () => {
    const rule = fc.record({
      number: fc.integer({ min: 1, max: 200 }),
      text: fc.string({ minLength: 1, maxLength: 240 }),
      agent: fc.constantFrom("rio", "mia"),
      flagged: fc.boolean(),
      evidence_count: fc.nat(5),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(rule, { selector: ({ number }) => number, maxLength: 40 }),
        fc.nat(25),
        fc.nat(600),
        (parts, rulesPerAgent, tokenBudget) => {
          const rules = parts.map(({ number, agent, ...rest }) =>
            activeRule(number, { ...rest, scope: { agents: [agent], paths: [] } }),
          );
          const selection = run({
            policy: { rulesPerAgent, tokenBudget, withholdFlagged: false },
            similar: (a, b) => a.evidence_count === b.evidence_count,
          });
          const { injected, withheld, tokens } = selectRules(rules, selection);
          expect(injected.length).toBeLessThanOrEqual(rulesPerAgent);
          expect(tokens).toBeLessThanOrEqual(tokenBudget);
          expect(tokenCost(renderRules(injected))).toBeLessThanOrEqual(tokens);
          expect([...injected, ...withheld].map(({ rule_id }) => rule_id).toSorted()).toEqual(
            rules.map(({ rule_id }) => rule_id).toSorted(),
          );
          expect(selectRules(rules.toReversed(), selection)).toEqual({ injected, withheld, tokens });
        },
      ),
    );
  });
});
