import { defined } from "../../../defined.ts";
import type { Edit } from "./edit.ts";

/** A known kind of edit, such as "single quotes became double quotes", and the rule that it suggests. */
export interface EditKind {
  readonly id: string;
  /** The rule. A kind without one only exists as the opposite of another kind. */
  readonly text?: string;
  /** The kind that undoes this one. */
  readonly contrary?: string;
  /** Matches remarks that mention this kind. */
  readonly named?: RegExp;
  /** How specific it is, from 1 (most edits could match it by chance) to 5. */
  readonly rank: number;
  readonly explains: (edit: Edit) => boolean;
  /** Removes the difference that this kind makes. If both texts are then equal, the edit changed nothing else. */
  readonly canonical?: (text: string) => string;
}

export type Count = (text: string) => number;

/** What both kinds of a pair share. */
export interface KindTraits {
  /** The texts in which the kind can occur. */
  readonly field: "prose" | "code" | "any";
  readonly rank: number;
  readonly named?: RegExp;
  readonly canonical?: (text: string) => string;
}

type Side = readonly [id: string, text: string | undefined];
type CountedSide = readonly [...Side, count: Count];

/** Counts the matches of an expression, which needs the flag `g`. */
export const countOf =
  (expression: RegExp): Count =>
  (text) =>
    text.match(expression)?.length ?? 0;

/** Two opposite kinds. The edit is of the first kind if `holds(before, after)`, of the second if it holds in reverse. */
export function oppositeKinds(
  { field, ...shared }: KindTraits,
  [id, text]: Side,
  [contrary, contraryText]: Side,
  holds: (before: string, after: string, edit: Edit) => boolean,
): readonly EditKind[] {
  const isWithin = ({ isCode }: Edit): boolean => field === "any" || isCode === (field === "code");
  return [
    {
      ...shared,
      id,
      contrary,
      ...defined({ text }),
      explains: (edit) => isWithin(edit) && holds(edit.before, edit.after, edit),
    },
    {
      ...shared,
      id: contrary,
      contrary: id,
      ...defined({ text: contraryText }),
      explains: (edit) => isWithin(edit) && holds(edit.after, edit.before, edit),
    },
  ];
}

/** One thing replaces another, or the other way round. */
export const swap = (
  traits: KindTraits,
  [id, text, count]: CountedSide,
  [contrary, contraryText, contraryCount]: CountedSide,
): readonly EditKind[] =>
  oppositeKinds(
    traits,
    [id, text],
    [contrary, contraryText],
    (before, after) => count(after) > count(before) && contraryCount(after) < contraryCount(before),
  );

/** Something is added, or removed. */
export const toggle = (traits: KindTraits, added: Side, removed: Side, count: Count): readonly EditKind[] =>
  oppositeKinds(traits, added, removed, (before, after) => count(after) > count(before));

/** Something is removed. Its opposite suggests no rule. */
export const fewer = (traits: KindTraits, id: string, text: string, count: Count): readonly EditKind[] =>
  toggle(traits, [`more-${id}`, undefined], [id, text], count);

/** Something is added. Its opposite suggests no rule. */
export const more = (traits: KindTraits, id: string, text: string, count: Count): readonly EditKind[] =>
  toggle(traits, [id, text], [`fewer-${id}`, undefined], count);

const MAX_QUOTED = 90;

export const asQuotedWords = (words: string): string => `"${shorten(words).replaceAll(/["“”]/g, "'")}"`;

/** Code in backticks, or in double quotes if it has backticks of its own. */
export const asCode = (code: string): string =>
  code.includes("`") ? asQuotedWords(code) : `\`${shorten(code)}\``;

function shorten(words: string): string {
  if (words.length <= MAX_QUOTED) return words;
  const kept = words.slice(0, MAX_QUOTED);
  const space = kept.lastIndexOf(" ");
  return `${kept.slice(0, space > MAX_QUOTED / 2 ? space : MAX_QUOTED).toWellFormed()}…`;
}

/** What several edits have in common, as a rule. */
export interface EditFinding {
  /** The rule without its full stop. */
  readonly text: string;
  readonly act: "do" | "avoid" | "replace";
  /** What is wanted, or unwanted for `avoid`. */
  readonly what: string;
  readonly insteadOf?: string;
  readonly covers: number;
  /** Findings with a higher score are preferred. */
  readonly score: number;
  /** The edits that it covers changed nothing else. */
  readonly isWhole: boolean;
  /** The remaining edits, after this change was applied to the text before. */
  readonly left?: readonly Edit[];
  readonly kind?: string;
}

/** The number of edits that a rule must explain: all, or all but one of four or more. */
export const neededOf = (count: number): number => (count < 4 ? count : count - 1);
