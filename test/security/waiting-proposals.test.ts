import { expect, it } from "vitest";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { openTestStore } from "../open-test-store.ts";

const said = (n: number, author: Feedback["author"]): Feedback =>
  makeFeedback(n, { comment: `Close the file handle in a finally block, see place ${n}.`, author });

it("15.12 programs alone cause no more than 50 waiting proposals, and people's feedback is still proposed", async () => {
  const store = await openTestStore();
  for (let cluster = 0; cluster < 52; cluster += 1) {
    const three = [1, 2, 3].map((n) => said(cluster * 3 + n, { id: "a bot", trust: "tool" }));
    await fillCluster(store, three);
  }
  const now = (): string => "2026-03-02T09:00:00.000Z";
  const parts = { ...store, evaluator: createBuiltInEvaluator(), policy: DEFAULT_RULE_POLICY, now };
  expect((await proposeRules(parts)()).proposed).toHaveLength(50);
  expect((await proposeRules(parts)()).proposed).toHaveLength(0);
  await fillCluster(
    store,
    [901, 902, 903].map((n) => said(n, { id: `person ${n}`, trust: "person" })),
  );
  expect((await proposeRules(parts)()).proposed).toHaveLength(1);
  await store.close();
});
