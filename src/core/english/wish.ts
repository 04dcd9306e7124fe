import type { Word } from "./tagged-words.ts";

/** What somebody wants of future work. `ask` means the remark wants an answer, not a change. */
export type WishAct = "do" | "avoid" | "replace" | "restore" | "ask";

/** How plainly it was said: an order, a polite request, a hint ("consider …"), a reproach, or a statement of a fault. */
export type WishForce = "order" | "request" | "hint" | "reproach" | "statement";

/** A stretch of a remark that names an action or a thing. */
export interface WishPhrase {
  /** The remark's own words, without fillers, courtesy and words that point at one place ("here", "this line"). */
  readonly text: string;
  /** Base form of the verb that governs it, if it has one: "pin" in "Pin the image to a digest". */
  readonly verb?: string;
  /** The words without that verb: "the image to a digest". Empty if the remark only points ("remove it"). */
  readonly thing: string;
  /** Stems of the words that carry meaning, in order, without repeats. */
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
  /** Whom or what a statement is about: "lib code" in "lib code must use the logger". */
  readonly subject?: WishPhrase;
  /** The condition: "before writing", "when you remove a comment". */
  readonly when?: WishPhrase;
  /** The place: "in the minutes", "under scripts/". */
  readonly where?: WishPhrase;
  /** What must be absent from `what`, or for `avoid`, what would make it right: "never merge without a review". */
  readonly without?: WishPhrase;
  /** It holds at `where` or `when` and nowhere else: "source maps only in dev builds". */
  readonly isOnly: boolean;
  readonly force: WishForce;
  /** The words are about more than one occasion: "always", "every time", "we use". */
  readonly isStanding: boolean;
  /** Offsets of the words it rests on, in the text as given. */
  readonly start: number;
  readonly end: number;
}

/** What somebody does by saying a part of a remark. */
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

/** What a remark says. */
export interface RemarkReading {
  readonly language: "english" | "other";
  readonly acts: readonly SpeechAct[];
  readonly wishes: readonly Wish[];
}

/** A wish as stretches of words, before phrases are made of them. */
export interface RawWish {
  readonly act: WishAct;
  readonly what: readonly Word[];
  readonly insteadOf?: readonly Word[];
  readonly subject?: readonly Word[];
  readonly where?: readonly Word[];
  /** The verb that governs `what`, if it is not its first word. */
  readonly verb?: string;
  /** `what` names a thing, though its first word could be a verb. */
  readonly isThing?: boolean;
  /** The same of `insteadOf`. */
  readonly isOtherThing?: boolean;
  readonly force: WishForce;
  readonly isStanding: boolean;
  /** Said to hold at its place and nowhere else. */
  readonly isOnly?: boolean;
  readonly first: Word;
  readonly last: Word;
  /** How many clauses it took. */
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
