import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { openQuorumDesk, type QuorumDesk } from "./quorum-desk.ts";

const NOW = "2026-03-04T09:00:00.000Z";
let desk: QuorumDesk;
beforeEach(async () => {
  desk = await openQuorumDesk({ now: () => NOW });
});
afterEach(() => desk.http.close());

const said = (authors: readonly string[]) =>
  authors.map((id, n) =>
    makeFeedback(n + 1, {
      comment: "Always close the file handle in a finally block.",
      time: `2026-03-0${(n % 3) + 1}T08:00:00.000Z`,
      author: { id, trust: "person" },
    }),
  );

const linkAll = async (): Promise<void> => {
  for (const login of ["ana@example.com", "github:ana-dev"]) {
    expect((await desk.root.post("people/link", { person: "ana", login })).status).toBe(200);
  }
};

describe("evidence counts people, not logins", () => {
  it("15.10 eight remarks of five people are said by five people, on every page", async () => {
    const authors = ["ana", "ana@example.com", "github:ana-dev", "аna", "bo", "cy", "di", "ed"];
    await linkAll();
    const { store } = desk.http.context;
    await fillCluster(store, said(authors));
    const parts = {
      ...store,
      evaluator: createBuiltInEvaluator(),
      policy: DEFAULT_RULE_POLICY,
      now: () => NOW,
    };
    const { id } = (await proposeRules(parts)()).proposed[0]!;
    const dossier = (await desk.root.get(`proposals/${id}`)).body;
    expect(dossier.evidence.people).toBe(5);
    expect(dossier.evidence.reviewers[0]).toEqual({ id: "ana", trust: "person", count: 4 });
    expect(dossier.why).toContain("5 people");
    expect(dossier.version.reason).not.toMatch(/[678] people/);
    const [summary] = (await desk.root.get("proposals")).body.items;
    expect(summary).toMatchObject({ occurrences: 8, people: 5 });
    const cluster = (await desk.root.get(`clusters/${dossier.cluster_id}`)).body;
    expect(cluster.authors).toHaveLength(5);
    expect(cluster.authors[0]).toMatchObject({ author: "ana", count: 4 });
  });

  it("15.10 one person who says it by two logins is not two reviewers who agree", async () => {
    await linkAll();
    const { store, emend } = desk.http.context;
    const records = said(["ana", "ana@example.com"]);
    await store.feedback.record(records);
    const evaluate = evaluateFeedback({
      ...store,
      ...(await emend.learning()),
      evaluator: createBuiltInEvaluator(),
      now: () => NOW,
    });
    await evaluate(records.map(({ id }) => id));
    const found = await store.evaluations.find(records[1]!.id);
    expect(found?.evaluation.classification).toBe("generalizable_low");
  });
});
