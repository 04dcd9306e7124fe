import { describe, expect, it } from "vitest";
import { saysAllOf, findRelatedRules } from "./find-related-rules.ts";
import {
  approve,
  EXAMPLE_TEXT,
  person,
  proposing,
  ruleAfter,
  WRITER,
} from "../../../test/examples/example-rule.ts";
import { type Rule, type RuleScope, ruleId } from "./rule.ts";

describe("17.5 saysAllOf", () => {
  it.each([
    ["Close file handles in a finally block.", "Always close file handles in a finally block."],
    ["Close file handles in a finally block and log the error.", "Close file handles in a finally block."],
    ["Never log secrets or personal data.", "Never log secrets."],
    ["Use the logger instead of console.log.", "Do not use console.log; use the logger."],
    ["Check the result for null before using it.", "Check for null before you use the result."],
  ])("%j holds all of %j", (one, other) => {
    expect(saysAllOf(one, other)).toBe(true);
  });

  it.each([
    ["Close file handles in a finally block.", "Close file handles in a finally block and log the error."],
    ["Validate user input.", "Validate user input and escape it before rendering."],
    ["Use named exports.", "Use named exports, and keep files under 300 lines."],
    [
      "Write tests for every new function.",
      "Write tests for every new function. Run them before you commit.",
    ],
    ["Use pnpm, never npm.", "Use pnpm 9, never npm."],
    ["Keep functions under 40 lines.", "Keep functions under 20 lines."],
    ["Never log secrets.", "Never log secrets or personal data."],
    [
      "Use the logger instead of console.log.",
      "Use the logger instead of console.log, with a request id in every line.",
    ],
    ["Name the unit in timeout variables.", "Name the unit in timeout variables in `src/net`."],
    ["Handle errors from fetch.", "Handle errors from fetch with a retry."],
    [
      "Add an index for every foreign key.",
      "Add an index for every foreign key and a migration that can be rolled back.",
    ],
    ["Use tabs.", "Use spaces."],
  ])("%j lacks a part of %j", (one, other) => {
    expect(saysAllOf(one, other)).toBe(false);
  });
});

const EVERYWHERE: RuleScope = { agents: [], paths: [] };

function otherRule(name: string, text: string, scope: Partial<RuleScope> = {}, active = true): Rule {
  const rule = ruleAfter(
    proposing(WRITER, { text, scope: { ...EVERYWHERE, ...scope } }),
    ...(active ? [approve(person("ana")), approve(person("bo"))] : []),
  );
  return { ...rule, id: ruleId({ cluster_id: name }) };
}

const related = (text: string, scope: Partial<RuleScope>, others: readonly Rule[]) =>
  findRelatedRules({ ...EXAMPLE_TEXT, rule_id: "ru_x", text, scope: { ...EVERYWHERE, ...scope } }, others)
    .related;

describe("findRelatedRules", () => {
  it("003.4 finds conflicts and duplicates among rules in force and pending ones, conflicts first", () => {
    const found = related("Indent with tabs.", {}, [
      otherRule("same", "Use tabs for indentation.", {}, false),
      otherRule("opposite", "Indent with 2 spaces."),
      otherRule("unlike", "Close every file handle in a finally block."),
    ]);
    expect(found).toMatchObject([
      { relation: "conflict", standing: "in_force", text: "Indent with 2 spaces." },
      { relation: "duplicate", standing: "pending", text: "Use tabs for indentation." },
    ]);
    expect(found[0]!.reasons.join()).toContain("tabs");
  });

  it.each([
    { why: "for another agent", scope: { agents: ["kai"] } },
    { why: "in another place", scope: { paths: ["tests/**/*.py"] } },
  ])("lets a rule $why stand", ({ scope }) => {
    const mine = { agents: ["rio"], paths: ["src/**/*.ts"] };
    expect(related("Indent with tabs.", mine, [otherRule("o", "Indent with 2 spaces.", scope)])).toEqual([]);
  });

  it("reports what is known as an opposite although no word shows it, where both hold", () => {
    const text = "Never catch an exception and do nothing with it.";
    const against = "A failed ping to the statistics host is nobody's business.";
    const words = { entry_id: "swallowed", rule: "Never swallow.", opposite: "Swallow in side calls." };
    const known = new Map([[against, words]]);
    const asked = {
      ...EXAMPLE_TEXT,
      rule_id: "ru_x",
      text,
      scope: { agents: ["rio"], paths: ["src/**/*.ts"] },
    };
    const find = (scope: Partial<RuleScope>) =>
      findRelatedRules(
        asked,
        [otherRule("o", against, scope), otherRule("u", "Name tests after the rule.")],
        known,
      ).related;
    expect(find({})).toMatchObject([
      {
        relation: "conflict",
        text: against,
        opposed: [],
        reasons: [
          'the catalogue knows these two as opposites: "Never swallow." and "Swallow in side calls." (swallowed)',
        ],
      },
    ]);
    expect(find({ agents: ["kai"] }), "another agent").toEqual([]);
    expect(find({ paths: ["docs/**/*.md"] }), "another place").toEqual([]);
  });

  it("keeps the words that show a conflict beside what is known", () => {
    const known = new Map([["Indent with 2 spaces.", { entry_id: "e", rule: "Tabs.", opposite: "Spaces." }]]);
    const rule = { ...EXAMPLE_TEXT, rule_id: "ru_x", text: "Indent with tabs.", scope: EVERYWHERE };
    const [found] = findRelatedRules(rule, [otherRule("o", "Indent with 2 spaces.")], known).related;
    expect(found!.reasons.length).toBeGreaterThan(1);
    expect(found!.reasons.join()).toContain("tabs");
    expect(found!.reasons.at(-1)).toContain("the catalogue knows");
  });

  it("does not compare a rule with itself, and says how many it left out", () => {
    const one = otherRule("o", "Indent with tabs.");
    expect(findRelatedRules({ ...EXAMPLE_TEXT, rule_id: one.id, text: "Indent with tabs." }, [one])).toEqual({
      related: [],
      not_compared: 0,
    });
    const many = Array.from({ length: 2_003 }, (_each, at) => ({ ...one, id: `ru_${at}` }));
    const elsewhere = { agents: ["nobody"], paths: [] };
    const asked = { ...EXAMPLE_TEXT, rule_id: "ru_x", scope: elsewhere };
    const scoped = many.map((rule) => ({
      ...rule,
      versions: rule.versions.map((version) => ({ ...version, scope: { agents: ["rio"], paths: [] } })),
    }));
    expect(findRelatedRules(asked, scoped).not_compared).toBe(3);
  });
});
