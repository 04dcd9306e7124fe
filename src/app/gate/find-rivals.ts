import {
  compareTexts,
  type TextLikeness,
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

/** A text that repeats another. */
export interface Rival extends TextLikeness {
  readonly name: string;
  /** Matching passages, nearest first. */
  readonly passages: TextLikeness["passages"];
}

export interface FoundRivals {
  /** Those at or above the threshold, most similar first. */
  readonly rivals: readonly Rival[];
  /** The most similar text, even if it is below the threshold. */
  readonly nearest: Rival | null;
  readonly looked_at: number;
}

/** The most texts that are compared by meaning; they share the most words. */
const MAX_COMPARED = 20;
const MAX_RIVALS = 10;
const MAX_PASSAGES = 20;

/** Finds near-duplicates of a text with the model, passage by passage. */
export const findRivals =
  ({ embedder }: { readonly embedder: Pick<Embedder, "embed"> }) =>
  async (text: string, others: readonly NamedText[], atLeast: number): Promise<FoundRivals> => {
    const embedPassages = async (content: string): Promise<readonly EmbeddedPassage[]> => {
      const passages = passagesOf(content);
      const vectors = await embedder.embed(passages.map((passage) => passage.text));
      return passages.map((passage, at) => ({ ...passage, vector: vectors[at]! }));
    };
    const likely = likelyRivals(
      comparedWords(text),
      others.map((other) => comparedWords(other.text)),
      MAX_COMPARED,
    );
    const ours = likely.length === 0 ? [] : await embedPassages(text);
    const found: Rival[] = [];
    for (const index of likely) {
      const other = others[index]!;
      const { score, covered, whole, passages } = compareTexts(ours, await embedPassages(other.text));
      const shown = passages.toSorted((a, b) => b.score - a.score || a.ours.line - b.ours.line);
      found.push({ name: other.name, score, covered, whole, passages: shown.slice(0, MAX_PASSAGES) });
    }
    const ranked = found.toSorted(
      (a, b) => b.score - a.score || b.covered - a.covered || (a.name < b.name ? -1 : 1),
    );
    return {
      rivals: ranked.filter(({ score }) => score >= atLeast).slice(0, MAX_RIVALS),
      nearest: ranked[0] ?? null,
      looked_at: others.length,
    };
  };

export interface SubmittedQuery {
  readonly gate?: string;
  readonly agent?: string;
  /** The submission to leave out. */
  readonly except?: string;
}

/** The most submissions that are compared. */
const MAX_LATEST = 100;

/** The latest submitted texts by submission id. */
export const submittedTexts =
  (submissions: Pick<SubmissionStore, "list" | "find">) =>
  async ({ except, ...query }: SubmittedQuery): Promise<readonly NamedText[]> => {
    const { items } = await submissions.list({ ...query, order: "newest", limit: MAX_LATEST });
    const texts: NamedText[] = [];
    for (const { id } of items) {
      const found = id === except ? undefined : await submissions.find(id);
      if (found !== undefined) texts.push({ name: id, text: found.output });
    }
    return texts;
  };
