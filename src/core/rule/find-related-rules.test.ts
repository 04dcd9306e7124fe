import { describe, expect, it } from "vitest";
import { approve, EXAMPLE_TEXT, person, proposing, ruleAfter, WRITER } from "./example-rule.ts";
import { findRelatedRules } from "./find-related-rules.ts";
import type { Rule, RuleScope } from "./rule.ts";
import { ruleId } from "./rule-id.ts";

const EVERYWHERE: RuleScope = { agents: [], paths: [] };

function other(name: string, text: string, scope: Partial<RuleScope> = {}, active = true): Rule {
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
      other("same", "Use tabs for indentation.", {}, false),
      other("opposite", "Indent with 2 spaces."),
      other("unlike", "Close every file handle in a finally block."),
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
    expect(related("Indent with tabs.", mine, [other("o", "Indent with 2 spaces.", scope)])).toEqual([]);
  });

  it("does not compare a rule with itself, and says how many it left out", () => {
    const one = other("o", "Indent with tabs.");
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
