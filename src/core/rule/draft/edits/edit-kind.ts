import { defined } from "../../../defined.ts";
import type { Edit } from "./edit.ts";

/** A kind of edit that has a name, such as "single quotes became double quotes", and the rule it stands for. */
export interface EditKind {
  readonly id: string;
  /** The rule; a kind without one is only known as the contrary of another. */
  readonly text?: string;
  /** The kind that undoes this one. */
  readonly contrary?: string;
  /** Words of a remark that name it. */
  readonly named?: RegExp;
  /** How specific it is, from 1 (most edits could show it by chance) to 5. */
  readonly rank: number;
  readonly explains: (edit: Edit) => boolean;
  /** The text with the two sides of this kind made alike; if both texts are then equal, the kind explains it all. */
  readonly canonical?: (text: string) => string;
}

/** In which texts a kind is looked for. */
type EditField = "prose" | "code" | "any";
export type Count = (text: string) => number;

/** What the kinds of a group share. */
export interface KindTraits {
  readonly field: EditField;
  readonly rank: number;
  readonly named?: RegExp;
  readonly canonical?: (text: string) => string;
}

type Side = readonly [id: string, text: string | undefined, count: Count];

/** How often an expression (with the flag g) matches. */
export const times =
  (expression: RegExp): Count =>
  (text) =>
    text.match(expression)?.length ?? 0;

const within = (field: EditField, { isCode }: Edit): boolean =>
  field === "any" || isCode === (field === "code");
const rises = (count: Count, { before, after }: Edit): boolean => count(after) > count(before);
const falls = (count: Count, { before, after }: Edit): boolean => count(after) < count(before);
const shared = ({ rank, named, canonical }: KindTraits): Pick<EditKind, "rank" | "named" | "canonical"> => ({
  rank,
  ...defined({ named, canonical }),
});
const worded = (text: string | undefined): Pick<EditKind, "text"> => defined({ text });

/** One thing becomes another, or the other way round: two kinds, contrary to each other. */
export function swap(traits: KindTraits, one: Side, other: Side): readonly EditKind[] {
  const kind = ([id, text, more]: Side, [contrary, , fewer]: Side): EditKind => ({
    id,
    contrary,
    ...worded(text),
    ...shared(traits),
    explains: (edit) => within(traits.field, edit) && rises(more, edit) && falls(fewer, edit),
  });
  return [kind(one, other), kind(other, one)];
}

/** Something is put in, or taken out: two kinds, contrary to each other. */
export function toggle(
  traits: KindTraits,
  [more, moreText]: readonly [string, string | undefined],
  [fewer, fewerText]: readonly [string, string | undefined],
  count: Count,
): readonly EditKind[] {
  return [
    {
      id: more,
      contrary: fewer,
      ...worded(moreText),
      ...shared(traits),
      explains: (edit) => within(traits.field, edit) && rises(count, edit),
    },
    {
      id: fewer,
      contrary: more,
      ...worded(fewerText),
      ...shared(traits),
      explains: (edit) => within(traits.field, edit) && falls(count, edit),
    },
  ];
}

/** Something is taken out. The contrary is known and says nothing. */
export const fewer = (traits: KindTraits, id: string, text: string, count: Count): readonly EditKind[] =>
  toggle(traits, [`more-${id}`, undefined], [id, text], count);

/** Something is put in. The contrary is known and says nothing. */
export const more = (traits: KindTraits, id: string, text: string, count: Count): readonly EditKind[] =>
  toggle(traits, [id, text], [`fewer-${id}`, undefined], count);

/** An edit from one state to another that a function tells; the same function tells the contrary with the sides changed. */
export function turn(
  traits: KindTraits,
  [id, text]: readonly [string, string | undefined],
  [contrary, contraryText]: readonly [string, string | undefined],
  holds: (before: string, after: string, edit: Edit) => boolean,
): readonly EditKind[] {
  return [
    {
      id,
      contrary,
      ...worded(text),
      ...shared(traits),
      explains: (edit) => within(traits.field, edit) && holds(edit.before, edit.after, edit),
    },
    {
      id: contrary,
      contrary: id,
      ...worded(contraryText),
      ...shared(traits),
      explains: (edit) => within(traits.field, edit) && holds(edit.after, edit.before, edit),
    },
  ];
}

const MAX_QUOTED = 90;

/** Words of a text in double quotes. */
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
