import type { Word } from "./tagged-words.ts";

/** What a remark asks for in future work. `ask` means that it wants an answer, not a change. */
export type WishAct = "do" | "avoid" | "replace" | "restore" | "ask";

/**
 * How directly it is expressed: an order, a polite request, a hint ("consider …"), a reproach, or a statement of a
 * fault.
 */
export type WishForce = "order" | "request" | "hint" | "reproach" | "statement";

/** Words of a remark that name an action or a thing. */
export interface WishPhrase {
  /** The remark's own words without fillers, courtesies and words that point at one place ("here", "this line"). */
  readonly text: string;
  /** The base form of its verb, if it has one: "pin" in "Pin the image to a digest". */
  readonly verb?: string;
  /** The words after the verb: "the image to a digest". Empty if the remark only uses a pronoun ("remove it"). */
  readonly thing: string;
  /** Stems of the meaningful words, in order and without repeats. */
  readonly terms: readonly string[];
  /** Code, file names, products and quoted words it mentions, as written. */
  readonly names: readonly string[];
}

/**
 * One wish of a remark. For `do` and `restore`, `what` is wanted. For `avoid`, `what` is unwanted. For `replace`, `what`
 * is wanted and `insteadOf` is not.
 */
export interface Wish {
  readonly act: WishAct;
  readonly what: WishPhrase;
  readonly insteadOf?: WishPhrase;
  /** The subject of a statement: "lib code" in "lib code must use the logger". */
  readonly subject?: WishPhrase;
  /** The condition: "before writing", "when you remove a comment". */
  readonly when?: WishPhrase;
  /** The location: "in the minutes", "under scripts/". */
  readonly where?: WishPhrase;
  /** What `what` must not have. For `avoid`, what would make it acceptable: "never merge without a review". */
  readonly without?: WishPhrase;
  /** It only applies at `where` or `when`: "source maps only in dev builds". */
  readonly isOnly: boolean;
  readonly force: WishForce;
  /** It applies to more than one occasion: "always", "every time", "we use". */
  readonly isStanding: boolean;
  /** Offsets of its words in the original text. */
  readonly start: number;
  readonly end: number;
}

/** What the speaker does with a part of a remark. */
export type SpeechActKind =
  | "asks"
  | "orders"
  | "forbids"
  | "reproaches"
  | "states"
  | "praises"
  | "quotes"
  | "requests";

export interface SpeechAct {
  readonly kind: SpeechActKind;
  readonly start: number;
  readonly end: number;
}

export interface RemarkReading {
  readonly language: "english" | "other";
  readonly acts: readonly SpeechAct[];
  readonly wishes: readonly Wish[];
}

/** A wish in words, before they are turned into phrases. */
export interface RawWish {
  readonly act: WishAct;
  readonly what: readonly Word[];
  readonly insteadOf?: readonly Word[];
  readonly subject?: readonly Word[];
  readonly where?: readonly Word[];
  /** The verb of `what`, if it is not its first word. */
  readonly verb?: string;
  /** `what` names a thing, although its first word could be a verb. */
  readonly isThing?: boolean;
  /** The same for `insteadOf`. */
  readonly isOtherThing?: boolean;
  readonly force: WishForce;
  readonly isStanding: boolean;
  /** It only applies at its location. */
  readonly isOnly?: boolean;
  readonly first: Word;
  readonly last: Word;
  /** How many clauses it spans. */
  readonly clauses: number;
}

/** A wish about a thing, covering all the words of one clause, unless `more` says otherwise. */
export const rawWish = (
  act: WishAct,
  what: readonly Word[],
  words: readonly Word[],
  more: Partial<RawWish> = {},
): RawWish => ({
  act,
  what,
  isThing: true,
  force: "order",
  isStanding: false,
  first: words[0]!,
  last: words.at(-1)!,
  clauses: 1,
  ...more,
});
