import { clipText } from "../text/bounded-text.ts";
import { MAX_SIMILARITY_TEXT } from "./limits.ts";

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
