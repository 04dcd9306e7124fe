import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPrompt } from "../../src/app/rule/build-prompt.ts";
import { decideRule } from "../../src/app/rule/decide-rule.ts";
import { decideSubmission } from "../../src/app/submission/decide-submission.ts";
import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { submitWork } from "../../src/app/submission/submit-work.ts";
import { fromDecision } from "../../src/core/feedback/from-decision.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { DEFAULT_GATE_HOURS } from "../../src/core/submission/read-submission.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { createLocalCatalogue } from "../../src/drivers/catalogue/local-catalogue.ts";
import { createOwnEntriesFile } from "../../src/drivers/catalogue/own-entries-file.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import type { LearningPorts } from "../../src/compose/ports.ts";
import type { Store } from "../../src/ports/store.ts";

const DAY = 86_400_000;

/** What people kept saying, and about whom: enough of each to recur. */
const SAID: readonly { readonly agent: string; readonly tag: string; readonly words: readonly string[] }[] = [
  {
    agent: "rio",
    tag: "missing_tests",
    words: [
      "The new endpoint has no test. Add one that fails without the change.",
      "Please add a test for the refund path; nothing covers it.",
      "No tests again: cover the empty cart before this goes in.",
      "Where is the test for the timeout? Add one with the fix.",
    ],
  },
  {
    agent: "rio",
    tag: "swallowed_error",
    words: [
      "The catch swallows the error. Rethrow it or handle it.",
      "Do not swallow exceptions here; let the caller see the failure.",
      "This catch block hides the failure. Rethrow what is not a timeout.",
    ],
  },
  {
    agent: "docsmith",
    tag: "unclear_wording",
    words: [
      "Say what the reader should do first, then why.",
      "Lead with the action: tell the reader what to do before the background.",
      "Start with the step, not with the history of the feature.",
    ],
  },
  {
    agent: "support-drafts",
    tag: "promise",
    words: [
      "Do not promise a date for the refund; say what happens next.",
      "Never promise when a refund arrives. Describe the next step instead.",
      "Take the promised date out; we cannot keep it.",
    ],
  },
];

const WAITING: readonly {
  readonly agent: string;
  readonly gate: string;
  readonly title: string;
  readonly format: "text" | "markdown" | "diff";
  readonly output: string;
  /** How long ago it was handed in. */
  readonly minutes: number;
}[] = [
  {
    agent: "rio",
    gate: "Before merge",
    title: "Retry charges that timed out",
    format: "diff",
    minutes: 262,
    output:
      '--- a/src/charge/retry.ts\n+++ b/src/charge/retry.ts\n@@ -1,4 +1,12 @@\n-export const charge = (request: Request) => gateway.charge(request);\n+export async function charge(request: Request) {\n+  for (let attempt = 0; attempt < 3; attempt += 1) {\n+    try {\n+      return await gateway.charge(request);\n+    } catch (error) {\n+      await sleep(200 * 2 ** attempt);\n+    }\n+  }\n+  return { status: "failed" };\n+}\n',
  },
  {
    agent: "support-drafts",
    gate: "Before send",
    title: "Reply: the refund shows twice on my statement",
    format: "text",
    minutes: 129,
    output:
      "Hello,\n\nthank you for writing. The second line is a hold that the bank has not released yet. It will be gone by Friday.\n\nKind regards",
  },
  {
    agent: "docsmith",
    gate: "Before publish",
    title: "Webhooks guide: signing and replay",
    format: "markdown",
    minutes: 40,
    output:
      "# Webhooks\n\nWebhooks were added in 2024 after many requests.\n\n## Verify the signature\n\n1. Read the `webhook-signature` header.\n2. Compare it in constant time.\n\n<script>alert(1)</script>\n\n[click](javascript:alert(2))\n",
  },
  {
    agent: "rio",
    gate: "Before merge",
    title: "Refuse ledger entries in another currency",
    format: "diff",
    minutes: 95,
    output:
      "--- a/src/ledger/post.ts\n+++ b/src/ledger/post.ts\n@@ -3,3 +3,6 @@\n export function post(entry: Entry) {\n+  if (entry.currency !== account.currency) {\n+    throw new CurrencyMismatch(entry, account);\n+  }\n   ledger.append(entry);\n",
  },
];

export interface SeededDesk {
  readonly submissions: readonly string[];
  /** The ids of rules, by where they are. */
  readonly rules: { readonly active: string; readonly proposed: readonly string[] };
}

/**
 * Fills a store with weeks of work, through the use cases that the server itself calls: corrections that recur, a rule that is in
 * force and was injected into runs, proposals that wait, work that waits at gates. `setNow` moves the store's clock.
 */
export async function seedDesk(
  store: Store,
  learning: LearningPorts,
  clock: { now: Date },
  present: Date = new Date(),
): Promise<SeededDesk> {
  const now = (): string => clock.now.toISOString();
  const policy = DEFAULT_RULE_POLICY;
  const catalogue = createLocalCatalogue({
    own: createOwnEntriesFile({ file: join(tmpdir(), "no-own-entries", "none.jsonl") }),
    embedder: learning.embedder,
    onProblem: ({ message }) => {
      throw new Error(message);
    },
  });
  const evaluator = createBuiltInEvaluator({ policy });
  const parts = { ...store, ...learning, catalogue, evaluator, policy, now };
  const evaluate = evaluateFeedback(parts);
  const decide = decideRule({ ...store, policy, now });
  const person = (id: string) => ({ id, trust: "person" }) as const;
  let n = 0;
  const correct = async (agent: string, tag: string, comment: string | null, day: number): Promise<void> => {
    clock.now = new Date(present.getTime() - day * DAY + n * 60_000);
    const { feedback } = fromDecision(
      {
        decision_id: `seed-${(n += 1)}`,
        gate_id: "Before merge",
        epic_id: "seed",
        task_id: `pr-${n}`,
        decision: comment === null ? "APPROVED" : "REJECTED",
        reviewer_id: ["ana", "ben", "cleo"][n % 3],
        timestamp: now(),
        review_duration_seconds: 40 + (n % 9) * 20,
        agent_output_sha: `sha-${n}`,
        reviewer_comment: comment,
        tags: comment === null ? [] : [tag],
        agent,
      },
      { now: now() },
    );
    await store.feedback.record(feedback);
    await evaluate(feedback.map(({ id }) => id));
  };
  // The first mistake recurs, is made a rule, and stops.
  const [first, ...others] = SAID;
  for (const [at, words] of first!.words.entries())
    await correct(first!.agent, first!.tag, words, 38 - at * 3);
  clock.now = new Date(present.getTime() - 26 * DAY);
  const [active] = (await proposeRules(parts)()).proposed;
  for (const by of ["ana", "ben"]) {
    const approved = await decide(active!.id, { type: "approve", by: person(by), version: 1 });
    if (!approved.ok) throw new Error(approved.error.message);
  }
  for (let day = 37; day >= 1; day -= 1) {
    clock.now = new Date(present.getTime() - day * DAY);
    for (const agent of ["rio", "docsmith"]) {
      for (let run = 0; run < 2; run += 1) {
        await buildPrompt({ ...store, policy, now, hash: sha256 })({
          agent,
          base: "",
          run: `${agent}-${day}-${run}`,
        });
      }
    }
    await correct("rio", "", null, day);
  }
  for (const { agent, tag, words } of others) {
    for (const [at, said] of words.entries()) await correct(agent, tag, said, 9 - at * 2);
  }
  clock.now = new Date(present.getTime() - 60_000);
  const { proposed } = await proposeRules(parts)();
  const submit = submitWork({
    submissions: store.submissions,
    gateHours: DEFAULT_GATE_HOURS,
    now,
    hash: sha256,
    createId: () => String((n += 1)),
  });
  const submissions: string[] = [];
  for (const { minutes, ...work } of WAITING) {
    clock.now = new Date(present.getTime() - minutes * 60_000);
    const made = await submit(work, { by: { id: work.agent, trust: "tool" }, agent: work.agent });
    if (!made.ok) throw new Error(made.error.message);
    submissions.push(made.value.submission.id);
  }
  const decided = await submit(
    { agent: "rio", gate: "Before merge", title: "Rotate the settlement key", output: "rotate()\n" },
    { by: { id: "rio", trust: "tool" }, agent: "rio" },
  );
  if (decided.ok) {
    await decideSubmission({ submissions: store.submissions, now, hash: sha256 })(
      decided.value.submission.id,
      { decision: "approved", duration_seconds: 31 },
      person("ben"),
    );
  }
  clock.now = present;
  return { submissions, rules: { active: active!.id, proposed: proposed.map(({ id }) => id) } };
}
