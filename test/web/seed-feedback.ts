import { evaluateFeedback } from "../../src/app/evaluation/evaluate-feedback.ts";
import { fromJsonl } from "../../src/core/feedback/from-jsonl.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import type { HttpContext } from "../../src/http/http-context.ts";

export interface SaidItem {
  readonly agent: string;
  readonly by: string;
  readonly comment: string;
  readonly tags?: readonly string[];
  readonly path?: string;
  readonly outcome?: "rejected" | "approved_with_changes";
  /** How long ago, in minutes. */
  readonly ago: number;
}

/** A comment that tries everything it can. */
export const HOSTILE =
  '<img src=x onerror="document.title=1"><script>document.title=2</script> [go](javascript:alert(3)) \u202egnihtyna\u202c\u200b';

/** Three that contradict what was said before, some that nobody else said, and one that is hostile. */
export const SAID: readonly SaidItem[] = [
  {
    agent: "rio",
    by: "dora",
    comment: "Do not rethrow a failed metrics write; swallow it, telemetry is best effort.",
    tags: ["swallowed_error"],
    path: "src/telemetry/flush.ts",
    outcome: "rejected",
    ago: 190,
  },
  {
    agent: "rio",
    by: "eli",
    comment: "Do not add a test for the refund path; take it out again.",
    tags: ["missing_tests"],
    path: "src/refund/refund.test.ts",
    ago: 150,
  },
  {
    agent: "rio",
    by: "dora",
    comment: "Remove this test again; the endpoint needs no test.",
    tags: ["missing_tests"],
    ago: 120,
  },
  {
    agent: "docsmith",
    by: "ana",
    comment: "Spell the header in lower case, as the sample response does.",
    tags: ["unclear_wording"],
    path: "docs/webhooks.md",
    outcome: "approved_with_changes",
    ago: 90,
  },
  {
    agent: "rio",
    by: "ben",
    comment: "Sort the currencies by code, so that two exports can be compared.",
    path: "src/export/currencies.ts",
    ago: 60,
  },
  {
    agent: "support-drafts",
    by: "cleo",
    comment: "Use the customer's own name for the plan; they do not know ours.",
    ago: 45,
  },
  { agent: "claude-code", by: "mallory", comment: HOSTILE, tags: ["<b>bold</b>"], ago: 30 },
];

/** Records as the server does, and evaluates at once what a worker would a moment later. */
export async function sayAndEvaluate(
  { store, emend }: HttpContext,
  said: readonly SaidItem[],
): Promise<readonly string[]> {
  const parts = {
    ...store,
    ...(await emend.learning()),
    evaluator: createBuiltInEvaluator({ policy: DEFAULT_RULE_POLICY }),
    now: () => new Date().toISOString(),
  };
  const ids: string[] = [];
  for (const { by, ago, ...item } of said) {
    const time = new Date(Date.now() - ago * 60_000).toISOString();
    const { feedback } = fromJsonl(
      { ...item, time, author: { id: by, trust: "person" } },
      { now: time, author: { id: by, trust: "person" } },
    );
    await store.feedback.record(feedback);
    await evaluateFeedback(parts)(feedback.map(({ id }) => id));
    ids.push(...feedback.map(({ id }) => id));
  }
  return ids;
}
