import { expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, later, proposing } from "../../../test/examples/example-rule.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { decideRule, expireProposals } from "./decide-rule.ts";

it("ends what nobody decided in a week, once", async () => {
  const store = await openTestStore();
  const { rules, people } = store;
  const at = (now: string) => ({ rules, people, policy: DEFAULT_RULE_POLICY, now: () => now });
  await decideRule(at(EXAMPLE_TIME))(EXAMPLE_ID, proposing());
  expect(await expireProposals(at(later(6)))()).toEqual([]);
  expect(await expireProposals(at(later(7)))()).toMatchObject([{ id: EXAMPLE_ID, status: "expired" }]);
  expect(await expireProposals(at(later(8)))()).toEqual([]);
  await store.close();
});
