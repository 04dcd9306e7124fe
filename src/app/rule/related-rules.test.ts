import { describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_TEXT, person } from "../../../test/examples/example-rule.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import type { Store } from "../../ports/store.ts";
import { checkRule, relateByMeaning } from "./related-rules.ts";
import { decideRule } from "./decide-rule.ts";
import { headFor } from "../../core/rule/relate/weigh-relation.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { MODEL_NAME } from "../../drivers/embedding/model-name.ts";
import { createBuiltInJudge } from "../../drivers/judge/built-in-judge.ts";

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

const embedder = createLocalEmbedder();
const judge = createBuiltInJudge(undefined);

describe("relateByMeaning", () => {
  it("has weights for the model that is shipped; run node model/relations/fit-relations.ts if not", () => {
    expect(headFor(MODEL_NAME)).toHaveLength(3);
  });

  it.each([
    [
      "conflict",
      "Stub the mail server in tests.",
      "Tests must not stub the mail server; talk to the real one.",
    ],
    ["duplicate", "Push with --force to `main` is forbidden.", "Never force-push to the `main` branch."],
    [
      "duplicate",
      "A pull request that changes the schema is incomplete without a migration.",
      "Every schema change needs a migration in the same pull request.",
    ],
    ["independent", "Log in UTC.", "Buttons have a visible focus ring."],
  ])("%s: %j and %j", async (relation, a, b) => {
    const relate = relateByMeaning({ embedder, judge });
    expect((await relate({ text: a }, { text: b })).relation).toBe(relation);
    expect((await relate({ text: b }, { text: a })).relation).toBe(relation);
  });

  it("asks the judge about vectors of a model that the weights do not know", async () => {
    const other = { ...embedder, name: "another-model", embed: embedder.embed.bind(embedder) };
    const relate = relateByMeaning({ embedder: other, judge });
    const found = await relate({ text: "Use tabs." }, { text: "Indent with 2 spaces." });
    expect(found).toMatchObject({ relation: "conflict", score: 0.88 });
  });
});
