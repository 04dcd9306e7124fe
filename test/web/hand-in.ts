import { submitWork } from "../../src/app/submission/submit-work.ts";
import { DEFAULT_GATE_HOURS } from "../../src/core/submission/read-submission.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { SubmissionStore } from "../../src/ports/submission-store.ts";

export interface HandedIn {
  readonly agent: string;
  readonly gate: string;
  readonly title: string;
  readonly output: string;
  readonly format?: "text" | "markdown" | "diff";
  readonly files?: string[];
  readonly task?: string;
  readonly context?: string;
  readonly url?: string;
}

let n = 0;

/** Hands work in as its agent did so many minutes ago, and answers its id. */
export async function handIn(
  submissions: Pick<SubmissionStore, "submit">,
  work: HandedIn,
  minutesAgo = 0,
): Promise<string> {
  const submit = submitWork({
    submissions,
    gateHours: DEFAULT_GATE_HOURS,
    now: () => new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    hash: sha256,
    createId: () => `handed-in-${(n += 1)}`,
  });
  const made = await submit(work, { by: { id: work.agent, trust: "tool" }, agent: work.agent });
  if (!made.ok) throw new Error(made.error.message);
  return made.value.submission.id;
}
