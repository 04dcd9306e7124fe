import { describe, expect, it } from "vitest";
import {
  approve,
  EXAMPLE_PACK,
  EXAMPLE_TIME,
  EXAMPLE_ID,
  modify,
  person,
  proposing,
  reject,
  ruleAfter,
} from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../evaluation/rule-policy.ts";
import { parseRule, renderRule } from "../ledger/ledger-documents.ts";
import { parse } from "yaml";
import { applyRuleCommand } from "./decide-rule.ts";
import { eraseFromRule } from "./erase-from-rule.ts";
import { packEvidenceText, packRemovedReason } from "./pack-origin.ts";
import { whyProposed } from "./proposal-remarks.ts";
import type { Rule } from "./rule.ts";
import type { RuleCommand } from "./rule-command.ts";
import { ruleSchema } from "./rule-schema.ts";

const context = { now: EXAMPLE_TIME, policy: DEFAULT_RULE_POLICY };
const fromPack = (evidence: readonly string[] = []): RuleCommand =>
  ({ ...proposing(person("dan")), evidence, pack: EXAMPLE_PACK }) as RuleCommand;
const NONE = { occurrences: 0, people: 0, agents: 0, first: null, last: null };
const why = (rule: Rule): string => whyProposed(rule, rule.versions.at(-1)!, NONE);

describe("a rule of a pack", () => {
  it("keeps where it came from, in the audit log, in JSON and in the ledger", () => {
    const change = applyRuleCommand(null, fromPack(), context);
    expect(change).toMatchObject({
      value: {
        acts: [
          {
            action: "rule.proposed",
            detail: { pack: "@acme/rules 1.0.0", integrity: EXAMPLE_PACK.integrity },
          },
        ],
      },
    });
    const rule = ruleAfter(fromPack());
    expect(rule.versions[0]!.pack).toEqual(EXAMPLE_PACK);
    expect(ruleSchema.parse(JSON.parse(JSON.stringify(rule)))).toEqual(rule);
    expect(parseRule(parse(renderRule(rule)), `rules/proposed/${EXAMPLE_ID}.yaml`)).toEqual({
      ok: true,
      value: rule,
    });
  });

  it("says that its evidence is a claim", () => {
    expect(why(ruleAfter(fromPack()))).toBe(
      "dan proposed it. From the pack @acme/rules 1.0.0 (npm:@acme/rules); its evidence was gathered elsewhere. @acme/rules says, and nobody here can verify: 14 corrections by 5 people on 2026-03-01; it helped (60 % fewer recurrences); verdict of a trial: works (evidence 41); its checks caught 1 mistake.",
    );
    expect(packEvidenceText({ name: "a", evidence: {} })).toBe("a gives no evidence for it.");
  });

  it("is marked once people here change its words", () => {
    const rule = ruleAfter(fromPack(), modify(person("eve"), 1, "Close every handle."));
    expect(rule.versions[1]!.pack).toEqual({ ...EXAMPLE_PACK, changed: true });
    expect(why(rule)).toContain("(npm:@acme/rules), changed here;");
  });

  it("needs the approvals that every rule needs", () => {
    const once = ruleAfter(fromPack(), approve(person("dan")));
    expect(once.status).toBe("proposed");
    expect(applyRuleCommand(once, approve(person("dan")), context)).toMatchObject({
      error: { code: "already_approved_by_you" },
    });
    expect(ruleAfter(fromPack(), approve(person("dan")), approve(person("eve"))).status).toBe("active");
  });

  it.each([
    ["people rejected it", "we do it differently", false],
    ["its pack was removed", packRemovedReason("@acme/rules"), true],
    ["another pack was removed", packRemovedReason("@other/rules"), false],
  ])("may come again without new evidence if %s: %s", (_what, reason, mayCome) => {
    const ended = ruleAfter(fromPack(), reject(person("eve"), reason));
    expect(applyRuleCommand(ended, fromPack(), context).ok).toBe(mayCome);
    // Only a pack brings it again, not somebody who likes it.
    expect(
      applyRuleCommand(ended, { ...proposing(person("dan")), evidence: [] } as RuleCommand, context).ok,
    ).toBe(false);
  });

  it("loses its quotes if they name somebody who is erased", () => {
    const evidence = { ...EXAMPLE_PACK.evidence, quotes: ["Zora said it leaks", "again"] };
    const rule = ruleAfter({ ...fromPack(), pack: { ...EXAMPLE_PACK, evidence } } as RuleCommand);
    expect(eraseFromRule(rule, ["yan"])).toBe(rule);
    const [erased] = eraseFromRule(rule, ["zora"]).versions;
    expect(erased!.pack!.evidence).toEqual({ ...EXAMPLE_PACK.evidence, quotes: undefined });
    expect(JSON.stringify(erased)).not.toContain("Zora");
  });

  it.each([
    ["a name with an escape", { name: "acme\u001b" }],
    ["a hash that is none", { integrity: "sha512-x" }],
    ["an unknown claim", { evidence: { approved: true } }],
  ])("is refused by the schema with %s", (_what, parts) => {
    const rule = ruleAfter(fromPack());
    const versions = [{ ...rule.versions[0]!, pack: { ...EXAMPLE_PACK, ...parts } }];
    expect(ruleSchema.safeParse({ ...rule, versions }).success).toBe(false);
  });
});
