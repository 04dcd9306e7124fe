import { describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_TEXT, person } from "../../../test/examples/example-rule.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/rule/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { checkRule } from "./check-rule.ts";
import { decideRule } from "./decide-rule.ts";

const EVERYWHERE = { agents: [], paths: [] };

/** A rule that awaits approval. */
async function pending(store: Store, text: string, agents: readonly string[] = []): Promise<void> {
  const rule = { ...EXAMPLE_TEXT, text, scope: { agents, paths: [] } };
  const id = ruleId(rule);
  const now = (): string => "2026-03-04T09:00:00.000Z";
  await decideRule({ ...store, policy: DEFAULT_RULE_POLICY, now })(id, {
    type: "propose",
    id,
    by: person("cy"),
    cluster_id: null,
    rule,
    evidence: [],
    confidence: null,
  });
}

describe("a rule while it is written", () => {
  it("is compared by the catalogue with the rules that its agents get, and with no others", async () => {
    const store = await openTestStore();
    await pending(store, "Wrap every remote call in a retry.");
    await pending(store, "Fail at once when a remote call fails.", ["kai"]);
    const asked: (readonly string[])[] = [];
    const catalogue = {
      oppositesOf: (_rule: string, others: readonly string[]) => {
        asked.push(others);
        const known = { entry_id: "retried", rule: "Never retry blindly.", opposite: "Retry remote calls." };
        return Promise.resolve(new Map(others.map((other) => [other, known])));
      },
    };
    const words = { text: "Let whoever calls decide about repeats.", type: "guideline" } as const;
    const scope = { agents: ["rio"], paths: [] };
    const { related } = await checkRule({ ...store, catalogue })({ ...words, scope });
    expect(asked).toEqual([["Wrap every remote call in a retry."]]);
    expect(related).toMatchObject([
      {
        relation: "conflict",
        reasons: [expect.stringContaining("the catalogue knows these two as opposites")],
      },
    ]);
    expect((await checkRule(store)({ ...words, scope: EVERYWHERE })).related).toEqual([]);
    await store.close();
  });
});
