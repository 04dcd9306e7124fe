import { afterEach, beforeEach, expect, it } from "vitest";
import { examplePack, PARSE_RULE } from "../../../test/example-pack.ts";
import { openLearningLoop, saidOn } from "../../../test/learning-loop.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { createWasmSyntax } from "../../drivers/syntax/wasm-syntax.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";
import { startTrial } from "../trial/start-trial.ts";
import { DEFAULT_TRIAL_POLICY } from "../../core/trial/trial-policy.ts";
import { noteRecurrences } from "../trial/note-recurrences.ts";
import { applyPack } from "./apply-pack.ts";
import { planPack } from "./plan-pack.ts";

const INJECTION = {
  ...PARSE_RULE,
  id: "bind-values",
  text: "Bind values as parameters of a SQL query; never concatenate them into its text.",
  paths: [],
  checks: [],
};
const REMARKS = [
  "this query glues the user's input into the SQL string",
  "SQL injection: the WHERE clause is put together with string concatenation",
  "bind the values as parameters of the query, do not format them into the SQL",
];
const NOW = "2026-03-20T00:00:00.000Z";
const dan = { id: "dan", trust: "person" } as const;

let store: Store;
let loop: Awaited<ReturnType<typeof openLearningLoop>>;
beforeEach(async () => {
  store = await openTestStore();
  loop = await openLearningLoop(store, NOW);
});
afterEach(() => store.close());

async function addPack(): Promise<Rule> {
  const pack = examplePack({ rules: [INJECTION] });
  const integrity = `sha512-${"a".repeat(86)}==`;
  const planned = await planPack(loop.parts)({
    pack,
    integrity,
    source: "npm:@acme/rules",
    agents: [],
    isUpdate: false,
  });
  if (!planned.ok) throw new Error(planned.error.message);
  const apply = applyPack({ ...loop.parts, syntax: createWasmSyntax(), known: () => [] });
  const [applied] = await apply(planned.value, dan);
  expect(applied).toMatchObject({ step: "propose", refused: null });
  return (await store.rules.find(applied!.rule_id))!;
}

it("a rule of a pack takes the evidence of this store, if its mistake happened here", async () => {
  await loop.learn(
    ...REMARKS.map((comment, day) => saidOn(day + 1, { comment, author: ["ana", "ben"][day % 2]! })),
  );
  const rule = await addPack();
  const [version] = rule.versions;
  expect(version!.evidence.length).toBeGreaterThanOrEqual(2);
  expect(await store.clusters.find(rule.cluster_id!)).toMatchObject({ size: version!.evidence.length });
});

it("a mistake that is new here is recognised when it happens, so that a trial can prove the rule", async () => {
  const rule = await addPack();
  expect(rule.versions[0]!.evidence).toEqual([]);
  expect(await store.clusters.find(rule.cluster_id!)).toBeUndefined();
  const request = { rule_id: rule.id, by: dan };
  const parts = {
    ...loop.parts,
    trialPolicy: DEFAULT_TRIAL_POLICY,
    createId: () => "00000000-0000-4000-8000-000000000001",
    random: () => "secret",
  };
  expect(await startTrial(parts)(request)).toMatchObject({ ok: false, error: { code: "mistake_too_rare" } });
  const started = await startTrial(parts)({ ...request, anyway: true });
  if (!started.ok) throw new Error(started.error.message);
  await loop.activate(rule);
  const again = saidOn(25, { comment: REMARKS[2]!, author: "ana" });
  await loop.learn(again);
  expect(await store.clusters.find(rule.cluster_id!)).toMatchObject({ size: 1 });
  expect(await loop.standings(again)).not.toEqual([undefined]);
  const note = noteRecurrences({ ...loop.parts, now: () => "2026-03-26T00:00:00.000Z" });
  await note(started.value, rule.cluster_id!);
  expect(await store.trials.noted(started.value.id, [again.id])).toEqual(new Set([again.id]));
});
