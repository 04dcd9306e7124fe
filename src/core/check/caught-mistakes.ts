import type { Feedback } from "../feedback/feedback.ts";
import type { AgentDay } from "../rule/count-around.ts";
import { type CheckHit, isCaught } from "./check-hit.ts";

/** What of a rule's feedback its checks had caught before, and what they caught in all. */
export interface CaughtMistakes {
  /** Mistakes that an agent was told of or stopped in, and that no person had to correct afterwards. */
  readonly caught: number;
  /** Feedback that only repeats what a check had told the agent: no recurrences. */
  readonly repeated: readonly Pick<Feedback, "id" | "time" | "agent">[];
}

export const NOTHING_CAUGHT: CaughtMistakes = { caught: 0, repeated: [] };

/**
 * Tells caught mistakes from recurrences by run, agent and file. When a tool reports the mistake again in work in which a check
 * caught it, such as a failed `emend check`, that is no recurrence. When a person corrects it after the check, the agent did not
 * mend it: that is a recurrence, and the hit caught nothing.
 */
export function separateCaught(
  hits: readonly CheckHit[],
  feedback: readonly Feedback[],
  since: string,
): CaughtMistakes {
  const told = hits.filter((hit) => hit.time >= since && isCaught(hit));
  const repeats = feedback.filter(
    (one) => one.author.trust === "tool" && told.some((hit) => hit.time <= one.time && isSameWork(hit, one)),
  );
  const missed = feedback.filter(({ author }) => author.trust === "person");
  const caught = told.filter((hit) => !missed.some((one) => one.time >= hit.time && isSameWork(hit, one)));
  return { caught: caught.length, repeated: repeats };
}

const isSameWork = (hit: CheckHit, { run, agent, target }: Feedback): boolean =>
  run !== undefined &&
  run === hit.run &&
  (agent ?? "") === hit.agent &&
  (target?.path === undefined || target.path === hit.path);

/** Occurrences per day without the feedback that only repeats what was caught. */
export function withoutRepeats(days: readonly AgentDay[], { repeated }: CaughtMistakes): readonly AgentDay[] {
  if (repeated.length === 0) return days;
  const fewer = new Map<string, number>();
  for (const { time, agent } of repeated) {
    const key = `${time.slice(0, 10)} ${agent ?? ""}`;
    fewer.set(key, (fewer.get(key) ?? 0) + 1);
  }
  return days.map((row) => {
    const key = `${row.day} ${row.agent}`;
    const taken = Math.min(row.count, fewer.get(key) ?? 0);
    fewer.set(key, (fewer.get(key) ?? 0) - taken);
    return { ...row, count: row.count - taken };
  });
}
