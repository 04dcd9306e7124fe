import type { Options } from "minisearch";

/** A place that the search leads to: a heading of a page. */
export interface Place {
  readonly id: number;
  /** The page with its anchor, from the root of the site. */
  readonly href: string;
  readonly heading: string;
  readonly page: string;
  readonly section: string;
  /** The beginning of the text below the heading. */
  readonly excerpt: string;
}

/** So frequent that they say nothing; "not" is among them, because pages say how things are. */
const STOP_WORDS = new Set(
  "a an and are as at be by can do does for from how i in is it its my not of on or that the to what when which with you your".split(
    " ",
  ),
);

/** What people type for a word that the pages use. */
const SYNONYMS: Readonly<Record<string, string>> = {
  fire: "run",
  firing: "run",
  trigger: "run",
  postgres: "postgresql",
  pg: "postgresql",
  db: "store",
  database: "store",
  config: "settings",
  configuration: "settings",
  pr: "pull",
  uninstall: "undo",
  delete: "erase",
  gdpr: "erase",
};

const ENDING = /(?:ations?|ings?|als?|ers?|ies|ed|es|s|e|y)$/;

/** A word without its ending, so that "approve" finds "approval"; nothing for a word that is in every text. */
function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  if (word.length < 5 || /\d/.test(word)) return word;
  const short = word.replace(ENDING, "");
  return short.length < 3 ? word : short;
}

/** What the index is made with, and what it is read with. */
export const INDEX_OPTIONS: Options = {
  fields: ["heading", "page", "body"],
  storeFields: ["href", "heading", "page", "section", "excerpt"],
  processTerm: stem,
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
};

/** Words as the pages have them. */
export const asPagesSay = (asked: string): string =>
  asked
    .toLowerCase()
    .split(/\s+/)
    .map((word) => SYNONYMS[word] ?? word)
    .join(" ");
