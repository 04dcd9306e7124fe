import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { person } from "../../../test/examples/example-rule.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { DEFAULT_RULE_POLICY } from "../../core/evaluation/rule-policy.ts";
import { createLocalCatalogue } from "../../drivers/catalogue/local-catalogue.ts";
import { createOwnEntriesFile } from "../../drivers/catalogue/own-entries-file.ts";
import { createLocalEmbedder } from "../../drivers/embedding/local-embedder.ts";
import { createBuiltInEvaluator } from "../../drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../../ports/store.ts";
import { decideRule } from "./decide-rule.ts";
import { proposeRules } from "./propose-rules.ts";

const embedder = createLocalEmbedder();
let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-conventions-"));
  store = await openTestStore();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const partsOf = () => ({
  ...store,
  evaluator: createBuiltInEvaluator(),
  policy: DEFAULT_RULE_POLICY,
  now: () => "2026-03-02T09:00:00.000Z",
  catalogue: createLocalCatalogue({
    own: createOwnEntriesFile({ file: join(folder, "own.jsonl") }),
    embedder,
    onProblem: () => {},
  }),
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

const by = (id: string) => ({ author: { id, trust: "person" as const } });

const SLEEPS = [
  "Please don't sleep in tests, wait for the condition.",
  "We do not use sleeps in tests, they make the suite slow.",
  "Sleeping in a test is flaky; wait for the event instead.",
  "No sleep in tests please, use the fake clock.",
];
const NUMBERS = [
  "Avoid magic numbers, give this a name.",
  "What is 42 here? Please use a named constant instead of a magic number.",
  "Another magic number; make it a constant.",
];
const EXTRACTS = [
  "This is copied from the cart, please extract it into a shared helper.",
  "The same code is in checkout.ts, extract a common function.",
  "Duplicated logic: move it into a helper that both use.",
];
const UNUSED = [
  "Please remove the unused import.",
  "This import is not used, remove it.",
  "Unused imports again, delete them.",
];
const TALK = [
  "Fixed in 77c1e0d.",
  "Thanks, good catch!",
  "I moved it into a constant.",
  "Makes sense to me.",
];

describe("proposing conventions", () => {
  it("16.3 proposes what recurs in a history, the surest first, and nothing else", async () => {
    const records = [
      ...SLEEPS.map((text, at) => reviewed(text, by(`p-${at}`))),
      ...NUMBERS.map((text) => reviewed(text)),
      ...TALK.map((text) => reviewed(text)),
      reviewed("The refund total is off by one cent when the cart is empty."),
      reviewed("This breaks the login on mobile."),
    ];
    await store.feedback.record(records);
    const { proposed, skipped } = await proposeRules(partsOf())();
    expect(skipped).toEqual([]);
    expect(proposed).toHaveLength(2);
    const [first, second] = proposed.map(({ versions }) => versions[0]!);
    expect(first!.text).toMatch(/sleep/i);
    expect(second!.text).toMatch(/number|constant/i);
    expect(first!.evidence.toSorted()).toEqual(
      records
        .slice(0, SLEEPS.length)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await store.clusters.find(proposed[0]!.cluster_id!)).toMatchObject({ size: SLEEPS.length });
  });

  it("16.3 proposes at most three at a time of a short history, and the next when one is answered", async () => {
    const texts = [...SLEEPS, ...NUMBERS, ...EXTRACTS, ...UNUSED];
    await store.feedback.record(texts.map((text) => reviewed(text)));
    const parts = partsOf();
    const run = proposeRules(parts);
    const first = (await run()).proposed;
    expect(first).toHaveLength(3);
    expect((await run()).proposed).toEqual([]);
    expect((await proposeRules(parts)()).proposed).toEqual([]);
    const rejected = await decideRule(parts)(first[0]!.id, {
      type: "reject",
      by: person("ana"),
      version: 1,
      reason: "not here",
    });
    expect(rejected.ok).toBe(true);
    const next = (await run()).proposed;
    expect(next).toHaveLength(1);
    expect(first.map(({ id }) => id)).not.toContain(next[0]!.id);
  });

  it("16.3 makes no rule of what was said on one pull request only", async () => {
    await store.feedback.record(SLEEPS.map((text) => reviewed(text, { task: "acme/shop#1" })));
    expect(await proposeRules(partsOf())()).toEqual({ proposed: [], skipped: [] });
  });

  it("16.1 makes no rule of talk, of the author's answers and of bots alone", async () => {
    await store.feedback.record([
      ...TALK.map((text) => reviewed(text)),
      ...TALK.map((text) => reviewed(text)),
      ...SLEEPS.map((text) => reviewed(text, { by_author: true })),
      ...NUMBERS.map((text) => reviewed(text, { author: { id: "scan[bot]", trust: "reviewer_bot" } })),
    ]);
    expect(await proposeRules(partsOf())()).toEqual({ proposed: [], skipped: [] });
  });
});
