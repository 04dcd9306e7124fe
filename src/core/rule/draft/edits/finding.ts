import type { Edit } from "./edit.ts";

/** What several edits have in common, as a rule. */
export interface Finding {
  /** The rule without its full stop. */
  readonly text: string;
  readonly act: "do" | "avoid" | "replace";
  /** The wanted part, or the unwanted one of `avoid`. */
  readonly what: string;
  readonly insteadOf?: string;
  readonly covers: number;
  /** How far it is to be preferred to others. */
  readonly score: number;
  /** Nothing else was changed in the edits it covers. */
  readonly isWhole: boolean;
  /** The edits as they are once this change has been made to the text before. */
  readonly left?: readonly Edit[];
  readonly kind?: string;
}

/** How many of `count` edits a rule must explain: all, or all but one of four or more. */
export const neededOf = (count: number): number => (count < 4 ? count : count - 1);
