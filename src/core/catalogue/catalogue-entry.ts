/** The reverse duty: following it would undo the rule. */
export interface EntryOpposite {
  readonly rule: string;
  readonly rules: readonly string[];
  readonly comments: readonly string[];
}

/** One known mistake: the rule against it, how people word it, and how it is mended. */
export interface CatalogueEntry {
  readonly id: string;
  readonly rule: string;
  /** Other wordings of the rule. */
  readonly rules: readonly string[];
  /** What reviewers say about a case of it. */
  readonly comments: readonly string[];
  /** Empty where none was written. */
  readonly fix: string;
  /** Null where no sane team would hold it. */
  readonly opposite: EntryOpposite | null;
  /** Share words with it and mean another thing. */
  readonly lookalike_comments: readonly string[];
  readonly lookalike_rules: readonly string[];
}

type EntryOrigin = "built_in" | "own";

/** An entry in force, and who wrote it. */
export interface KnownEntry {
  readonly entry: CatalogueEntry;
  readonly origin: EntryOrigin;
}

/** An entry near a text. */
export interface NearEntry extends KnownEntry {
  /** From 0, nothing in common, to 1. */
  readonly near: number;
  /** Whether its id was asked for, and not its meaning. */
  readonly by: "id" | "meaning";
}
