import {
  compareTexts,
  type AlignedPassages,
  type EmbeddedPassage,
  likelyRivals,
  comparedWords,
  passagesOf,
} from "../../core/duplicate/compare-texts.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** A text that says what another says. */
export interface Rival {
  readonly name: string;
  /** From 0 to 1: how much of the text is said there. */
  readonly score: number;
  /** How much of the rival is said in the text. */
  readonly covered: number;
  /** The cosine of both as a whole. */
  readonly whole: number;
  /** Those that answer each other, the nearest first. */
  readonly passages: readonly AlignedPassages[];
}

export interface FoundRivals {
  /** Those at least as alike as asked for, the most alike first. */
  readonly rivals: readonly Rival[];
  /** The most alike of all, whether it is a rival or not. */
  readonly nearest: Rival | null;
  readonly looked_at: number;
}

/** So many texts that share most words are compared by their meaning. */
const MOST_COMPARED = 20;
const MOST_RIVALS = 10;
const MOST_PASSAGES = 20;

/** Which of many texts say what a text says: near-duplicates, by the model, passage by passage. */
export const findRivals =
  ({ embedder }: { readonly embedder: Pick<Embedder, "embed"> }) =>
  async (text: string, others: readonly NamedText[], atLeast: number): Promise<FoundRivals> => {
    const place = async (given: string): Promise<readonly EmbeddedPassage[]> => {
      const passages = passagesOf(given);
      const vectors = await embedder.embed(passages.map((passage) => passage.text));
      return passages.map((passage, at) => ({ ...passage, vector: vectors[at]! }));
    };
    const likely = likelyRivals(
      comparedWords(text),
      others.map((other) => comparedWords(other.text)),
      MOST_COMPARED,
    );
    const ours = likely.length === 0 ? [] : await place(text);
    const found: Rival[] = [];
    for (const index of likely) {
      const other = others[index]!;
      const { score, covered, whole, passages } = compareTexts(ours, await place(other.text));
      const shown = passages.toSorted((a, b) => b.score - a.score || a.ours.line - b.ours.line);
      found.push({ name: other.name, score, covered, whole, passages: shown.slice(0, MOST_PASSAGES) });
    }
    const ranked = found.toSorted(
      (a, b) => b.score - a.score || b.covered - a.covered || (a.name < b.name ? -1 : 1),
    );
    return {
      rivals: ranked.filter(({ score }) => score >= atLeast).slice(0, MOST_RIVALS),
      nearest: ranked[0] ?? null,
      looked_at: others.length,
    };
  };

export interface SubmittedQuery {
  readonly gate?: string;
  readonly agent?: string;
  /** The work that is compared itself. */
  readonly except?: string;
}

/** As many of the latest as one may be compared with at once. */
const LATEST = 100;

/** What was handed in lately, under the ids of the submissions. */
export const submittedTexts =
  (submissions: Pick<SubmissionStore, "list" | "find">) =>
  async ({ except, ...query }: SubmittedQuery): Promise<readonly NamedText[]> => {
    const { items } = await submissions.list({ ...query, order: "newest", limit: LATEST });
    const texts: NamedText[] = [];
    for (const { id } of items) {
      const found = id === except ? undefined : await submissions.find(id);
      if (found !== undefined) texts.push({ name: id, text: found.output });
    }
    return texts;
  };
