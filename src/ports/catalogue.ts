import type { KnownOpposite } from "../core/rule/find-related-rules.ts";
import type { CatalogueEntry, KnownEntry, NearEntry } from "../core/catalogue/catalogue-entry.ts";
import type { EntryProblem } from "../core/catalogue/entry-schema.ts";

/** Known mistakes: built-in entries and the project's own. An own entry replaces a built-in one with the same id. */
export interface Catalogue {
  /** Sorted by id. */
  entries(): Promise<readonly KnownEntry[]>;
  find(id: string): Promise<KnownEntry | undefined>;
  /** Problems in the project's own catalogue file. Entries with a problem are ignored, the others are used. */
  problems(): Promise<readonly EntryProblem[]>;
  /** Entries whose id starts with the words, then the nearest in meaning and words. */
  search(words: string, limit: number): Promise<readonly NearEntry[]>;
  /** An entry with another id that says nearly the same. */
  overlapOf(entry: CatalogueEntry): Promise<NearEntry | undefined>;
  /** Texts as unit vectors relative to the mean of all known rules: unrelated texts have a cosine of about 0. */
  place(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /**
   * Known rules, of entries and of the library, that are nearest to all of these vectors together, nearest first.
   * It never rejects.
   */
  nearestRules(placed: readonly Float32Array[], limit: number): Promise<readonly KnownRule[]>;
  /**
   * Which of these rules the catalogue lists as opposites of a rule, matched by text. Never rejects: if it cannot
   * tell, it returns none.
   */
  oppositesOf(rule: string, others: readonly string[]): Promise<ReadonlyMap<string, KnownOpposite>>;
}

/** A rule with a good wording. */
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
  /** The file name for messages. */
  readonly name: string;
  /** The file's text, or null if there is no file. */
  read(): Promise<string | null>;
  /** Writes atomically. `before` is the text that was read; the write is refused if the file has changed since. */
  write(text: string, before: string | null): Promise<void>;
}
