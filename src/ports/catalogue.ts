import type { KnownOpposite } from "../core/rule/find-related-rules.ts";
import type { CatalogueEntry, KnownEntry, NearEntry } from "../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../core/catalogue/entry-schema.ts";

/** Known mistakes: those that came with Emend and a project's own. An own entry takes the place of a built-in one. */
export interface Catalogue {
  /** By their ids. */
  entries(): Promise<readonly KnownEntry[]>;
  find(id: string): Promise<KnownEntry | undefined>;
  /** Problems in the project's own catalogue file. Entries with a problem are ignored, the others are used. */
  problems(): Promise<readonly EntryProblem[]>;
  /** The nearest in meaning and words, the nearest first; before them those whose id begins so. */
  search(words: string, limit: number): Promise<readonly NearEntry[]>;
  /** The entry of another id that says nearly the same as one that is new. */
  overlapOf(entry: CatalogueEntry): Promise<NearEntry | undefined>;
  /** Texts as vectors of length one, seen from the middle of all known rules: unrelated texts are about 0 alike. */
  place(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /**
   * Well-worded rules, of entries and of the library, that are nearest to all of these placed vectors together, the
   * nearest first. It never rejects.
   */
  nearestRules(placed: readonly Float32Array[], limit: number): Promise<readonly KnownRule[]>;
  /**
   * Which of these rules the catalogue lists as opposites of a rule, matched by text. Never rejects: if it cannot
   * tell, it returns none.
   */
  oppositesOf(rule: string, others: readonly string[]): Promise<ReadonlyMap<string, KnownOpposite>>;
}

/** A rule that somebody worded well beforehand. */
export interface KnownRule {
  readonly rule: string;
  /** The opposite preference, if one is known. */
  readonly against: string | null;
  /** The catalogue entry it belongs to, or null for rules of the library. */
  readonly entry: CatalogueEntry | null;
  /** The project wrote it. */
  readonly isOwn: boolean;
  /** The mean of its cosines with the vectors. */
  readonly near: number;
  readonly vector: Float32Array;
}

/** The project's own entries, which people review like code. */
export interface OwnEntries {
  /** As people know the file. */
  readonly name: string;
  /** The file's text, or null if there is no file. */
  read(): Promise<string | null>;
  /** Writes atomically. `before` is the text that was read; the write is refused if the file has changed since. */
  write(text: string, before: string | null): Promise<void>;
}
