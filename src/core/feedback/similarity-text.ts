import { clipText } from "../text/bounded-text.ts";
import { MAX_SIMILARITY_TEXT, type Feedback } from "./feedback.ts";

export interface SimilarityWords {
  readonly summary?: string | undefined;
  readonly comment?: string | undefined;
  readonly wrong?: string | undefined;
}

/** Reading a few times the limit is enough to fill it, and keeps the cost of a huge comment bounded. */
const MAX_READ = 4 * MAX_SIMILARITY_TEXT;

/**
 * The words that say what feedback is about: the correction's summary, the reviewer's comment, what is
 * wrong; without what nobody sees (HTML comments, control and zero-width characters), without suggestion
 * blocks, which the summary already tells, and without a part that another one contains.
 */
export function similarityText({ summary, comment, wrong }: SimilarityWords): string {
  const parts = [summary, comment, wrong].map((part) => visibleWords(part ?? ""));
  const distinct = parts.filter(
    (part, at) =>
      part !== "" &&
      !parts.some((other, index) => index !== at && other.includes(part) && (other !== part || index < at)),
  );
  return clipText(distinct.join("\n"), MAX_SIMILARITY_TEXT);
}

/** What is invisible goes first, so that it cannot hide the beginning of a comment. */
function visibleWords(text: string): string {
  if (text === "") return "";
  const visible = text
    .slice(0, MAX_READ)
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\uFFFD]/gu, "")
    .normalize("NFKC");
  const shown = withoutBetween(withoutBetween(visible, "<!--", "-->"), "```suggestion", "\n```");
  return shown.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}

function withoutBetween(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start === -1) break;
    kept.push(text.slice(at, start));
    const end = text.indexOf(close, start + open.length);
    if (end === -1) return kept.join(" ");
    at = end + close.length;
  }
  kept.push(text.slice(at));
  return kept.join(" ");
}

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

/** Whether all of these words, in lower case, occur in what was said or around it. */
export function hasAllWords(
  { similarity_text, comment, fix, wrong, tags, target, agent }: Feedback,
  words: readonly string[],
): boolean {
  const text = [similarity_text, comment, fix, wrong, ...tags, target?.path, agent].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
