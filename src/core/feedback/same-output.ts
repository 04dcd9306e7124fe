import type { Feedback } from "./feedback.ts";

type Judged = Pick<Feedback, "author" | "outcome" | "output">;

/** What is written for a hash that nobody knows. */
const NO_HASH: ReadonlySet<string> = new Set([
  "unknown",
  "none",
  "null",
  "undefined",
  "n/a",
  "na",
  "-",
  "todo",
]);

const isHash = (text: string | undefined): text is string =>
  text !== undefined && !NO_HASH.has(text.toLowerCase()) && /[^0]/.test(text);

/** Hashes of the outputs that a record judged or accepted. */
export const outputHashes = ({ output }: Pick<Feedback, "output">): readonly string[] =>
  [...new Set([output?.agent_sha, output?.approved_sha])].filter(isHash);

/**
 * Whether one of two decisions accepts the very output that the other refuses. Two programs that disagree ask for
 * nobody's decision: a check that failed and then passed is a flaky one.
 */
export function disagreeOnOutput(one: Judged, other: Judged): boolean {
  if (one.author.trust !== "person" && other.author.trust !== "person") return false;
  return accepts(one, refused(other)) || accepts(other, refused(one));
}

const refused = ({ outcome, output }: Judged): string | undefined =>
  outcome === "rejected" ? output?.agent_sha : undefined;

function accepts({ outcome, output }: Judged, hash: string | undefined): boolean {
  if (!isHash(hash) || output === undefined) return false;
  if (outcome === "approved") return output.agent_sha === hash || output.approved_sha === hash;
  // With changes, what was accepted is the output that has them.
  return outcome === "approved_with_changes" && output.approved_sha === hash && output.agent_sha !== hash;
}
