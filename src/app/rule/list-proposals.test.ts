import { expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { proposing, ruleAfter } from "../../../test/examples/example-rule.ts";
import { ruleId } from "../../core/rule/rule.ts";
import { rankProposals } from "./list-proposals.ts";

it("puts first what happens often, now, and to several agents", async () => {
  const store = await openTestStore();
  const on = (n: number, day: string, agent = "rio") =>
    makeFeedback(n, { time: `${day}T08:00:00.000Z`, agent });
  const clusters = {
    seldom: await fillCluster(store, [on(1, "2026-03-01"), on(2, "2026-03-02")]),
    often: await fillCluster(store, [on(3, "2026-03-01"), on(4, "2026-03-01", "kai"), on(5, "2026-03-02")]),
    past: await fillCluster(
      store,
      [6, 7, 8, 9].map((n) => on(n, "2026-01-02")),
    ),
  };
  const rules = Object.values(clusters).map((cluster_id) => ({
    ...ruleAfter(proposing()),
    id: ruleId({ cluster_id }),
    cluster_id,
  }));
  const ranked = await rankProposals({ ...store, now: () => "2026-03-04T09:00:00.000Z" })(rules);
  expect(ranked.map(({ rule, benefit }) => [rule.cluster_id, benefit.score])).toEqual([
    [clusters.often, 1.2],
    [clusters.seldom, 0.4],
    [clusters.past, 0],
  ]);
  await store.close();
});
