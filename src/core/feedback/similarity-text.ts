import { clipText } from "../text/bounded-text.ts";
import { MAX_SIMILARITY_TEXT, type Feedback } from "./feedback.ts";

export interface SimilarityWords {
  readonly summary?: string | undefined;
  readonly comment?: string | undefined;
  readonly wrong?: string | undefined;
}

/** Enough to fill the text, while bounding the cost of a huge comment. */
const MAX_READ = 4 * MAX_SIMILARITY_TEXT;

/**
 * The text that says what feedback is about: the correction's summary, the comment and what is wrong. It leaves out
 * invisible text (HTML comments, control and zero-width characters), suggestion blocks, which the summary covers,
 * and any part that another part contains.
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

/** Removes invisible text before cutting, so that it cannot hide the beginning of a comment. */
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

/** Placeholders for an unknown hash. */
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
 * Whether one decision accepts the very output that another rejects. Two programs that disagree do not count: a
 * check that fails and then passes is flaky.
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
  // With changes, the accepted output is the changed one.
  return outcome === "approved_with_changes" && output.approved_sha === hash && output.agent_sha !== hash;
}

/** Whether a record contains all of these lower-case words. */
export function hasAllWords(
  { similarity_text, comment, fix, wrong, tags, target, agent }: Feedback,
  words: readonly string[],
): boolean {
  const text = [similarity_text, comment, fix, wrong, ...tags, target?.path, agent].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
