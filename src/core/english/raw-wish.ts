import type { Word } from "./tagged-words.ts";
import type { WishAct, WishForce } from "./wish.ts";

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
