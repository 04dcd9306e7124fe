import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { fillCluster } from "../../../test/fill-cluster.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { DEFAULT_RULE_POLICY } from "../../core/rule/rule-policy.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../../ports/store.ts";
import { proposeRules } from "./propose-rules.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const propose = () =>
  proposeRules({
    ...store,
    evaluator: createBuiltInEvaluator(),
    policy: DEFAULT_RULE_POLICY,
    now: () => "2026-03-02T09:00:00.000Z",
  });

let number = 0;
/** A remark in a review of people's work, on a pull request of its own unless one is named. */
function reviewed(comment: string, fields: Partial<Feedback> = {}): Feedback {
  number += 1;
  const { agent: _agent, ...record } = makeFeedback(number, {
    event_id: `github_comment:review_comment/${number}`,
    source: { kind: "github_comment", ref: `review_comment/${number}` },
    outcome: null,
    tags: [],
    comment,
    task: `acme/shop#${number}`,
    work_of: "people",
    convention: true,
    ...fields,
  });
  return record;
}

const times = (count: number, make: (at: number) => Feedback): readonly Feedback[] =>
  Array.from({ length: count }, (_, at) => make(at));

const SUBJECTS = [
  "the file handle",
  "the database cursor",
  "the socket",
  "the temporary folder",
  "the stream",
];

describe("proposing conventions", () => {
  it("16.3 proposes at most three for each hundred remarks, and the next when one is answered", async () => {
    for (const subject of SUBJECTS) {
      await fillCluster(
        store,
        times(3, () => reviewed(`Close ${subject} in a finally block.`)),
      );
    }
    const run = propose();
    expect((await run()).proposed).toHaveLength(3);
    expect((await run()).proposed).toEqual([]);
    await store.feedback.record(times(120, (at) => reviewed(`Note ${at} on this line.`)));
    expect((await run()).proposed).toHaveLength(1);
  });

  it("16.3 proposes the surest pattern first", async () => {
    const make = (subject: string) => () => reviewed(`Close ${subject} in a finally block.`);
    await fillCluster(store, times(3, make("the socket")));
    const many = await fillCluster(store, times(6, make("the file handle")));
    const people = await fillCluster(
      store,
      times(6, (at) => ({ ...make("the cursor")(), author: { id: `p-${at}`, trust: "person" as const } })),
    );
    const { proposed } = await propose()();
    expect(proposed.map(({ cluster_id }) => cluster_id).slice(0, 2)).toEqual([people, many]);
  });

  it("16.3 makes no rule of what was said on one pull request only", async () => {
    await fillCluster(
      store,
      times(5, () => reviewed("Close the file handle in a finally block.", { task: "acme/shop#1" })),
    );
    expect(await propose()()).toEqual({ proposed: [], skipped: [] });
  });

  it("16.1 quotes no thanks, status or answer, also where an older version put it into the cluster", async () => {
    const talk = [
      reviewed("Fixed in 77c1e0d."),
      reviewed("Thanks, the file handle is closed now!"),
      reviewed("I closed the file handle in a finally block.", { by_author: true }),
    ];
    const asked = times(3, () => reviewed("Close the file handle in a finally block."));
    await fillCluster(store, [...talk, ...asked]);
    const { proposed } = await propose()();
    expect(proposed).toHaveLength(1);
    expect(proposed[0]!.versions[0]!.evidence.toSorted()).toEqual(asked.map(({ id }) => id).toSorted());
  });

  it("16.1 makes no rule of talk alone", async () => {
    await fillCluster(
      store,
      times(4, () => reviewed("Fixed in the last push, thanks!")),
    );
    expect(await propose()()).toEqual({ proposed: [], skipped: [] });
  });
});
