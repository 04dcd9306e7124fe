import type { Feedback } from "../feedback/feedback.ts";
import failureWords from "./failure-words.json" with { type: "json" };

const WORDS: ReadonlySet<string> = new Set(failureWords);
const TAGS: ReadonlySet<string> = new Set(["runtime_error", "verification_failure"]);
/** "The build fails because you use npm; use pnpm" asks for more than a build that passes. */
const ASKS = /\b(?:always|never|instead|must|should|use|don['’]t|do not|prefer|avoid|from now on)\b/i;

/** Whether a record tells of a failure and of nothing else: once that passes, it is settled. */
export function namesFailure({ source, tags, author, comment, fix }: Feedback): boolean {
  if (source.kind !== "signal") return false;
  if (author.trust === "tool") return tags.some((tag) => TAGS.has(tag));
  return author.trust === "person" && fix === undefined && saysItFails(comment ?? "");
}

/** Whether somebody's words only say that something fails. */
export const saysItFails = (words: string): boolean =>
  words
    .slice(0, 4_000)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => WORDS.has(word)) && !ASKS.test(words.slice(0, 4_000));
