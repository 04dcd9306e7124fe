import type { Wish } from "../../../english/wish.ts";
import { byCodeUnits } from "../../../text/by-code-units.ts";
import { sanitiseRuleText } from "../../sanitise-rule-text.ts";
import { type Edit, type EditInput, toEdit } from "./edit.ts";
import { editWish } from "./edit-wish.ts";
import type { Finding } from "./finding.ts";
import { namedKinds } from "./named-kinds.ts";
import { sharedChanges } from "./shared-changes.ts";
import { sharedFrames } from "./shared-frames.ts";
import { sharedNames } from "./shared-names.ts";
import { sharedSides } from "./shared-sides.ts";
import { sharedUnits } from "./shared-units.ts";
import { undoEachOther } from "./undo-each-other.ts";

export interface EditReading {
  /** One rule, ready to be shown. */
  readonly text: string;
  readonly wish: Wish;
  /** How many of the edits it explains. */
  readonly covers: number;
  /** The shortest of the edits. */
  readonly example?: { readonly before: string; readonly after: string };
  /** The name of the kind of edit, if it has one. */
  readonly kind?: string;
}

const MAX_EDITS = 24;
const MAX_EXAMPLE = 160;
/** Shorter runs of words are not worth a rule of their own beside another. */
const MIN_WORDS = 4;
/** Findings below this could be chance. */
const LEAST_SCORE = 50;

/** What two or more edits have in common, or nothing: they share nothing, or one undoes what another does. */
export function readEdits(inputs: readonly EditInput[]): EditReading | undefined {
  const edits = editsOf(inputs);
  if (edits.length < 2 || undoEachOther(edits)) return undefined;
  const [best, also] = readingsOf(inputs, edits)
    .map(chooseFindings)
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))[0]!;
  if (best === undefined) return undefined;
  const text = sanitiseRuleText(`${also === undefined ? best.text : joined(best, also)}.`);
  const example = exampleOf(edits);
  return {
    text,
    wish: editWish(best),
    covers: best.covers,
    ...(example === undefined ? {} : { example }),
    ...(best.kind === undefined ? {} : { kind: best.kind }),
  };
}

const editsOf = (inputs: readonly EditInput[], as?: "code" | "prose"): readonly Edit[] =>
  inputs
    .slice(0, MAX_EDITS)
    .flatMap((input) => toEdit(input, as) ?? [])
    .toSorted(byText);

/** If some look like code and others like prose, all of them may be the one or the other. */
function readingsOf(inputs: readonly EditInput[], edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const isMixed = edits.some(({ isCode }) => isCode) && edits.some(({ isCode }) => !isCode);
  return isMixed ? [edits, editsOf(inputs, "code"), editsOf(inputs, "prose")] : [edits];
}

/** The same edits in any order give the same rule. */
const byText = (a: Edit, b: Edit): number => byCodeUnits(a.before, b.before) || byCodeUnits(a.after, b.after);

/** The best finding, with a second one if the first does not account for all that was changed. */
function chooseFindings(edits: readonly Edit[]): readonly Finding[] {
  const all = findingsOf(edits);
  const [best] = all;
  if (best === undefined) return [];
  if (best.isWhole) return [best];
  if (best.left !== undefined) return [best, ...rest(best, best.left)].slice(0, 2);
  // Words struck out everywhere are said as well, if the kind is not about them.
  const strike = all.find(
    ({ act, left, what }) => act === "avoid" && left !== undefined && what.split(" ").length >= MIN_WORDS,
  );
  const isOther =
    strike?.left !== undefined && rest(strike, strike.left).some(({ kind }) => kind === best.kind);
  return isOther ? [strike, best] : [best];
}

const findingsOf = (edits: readonly Edit[]): readonly Finding[] =>
  [
    ...sharedUnits(edits),
    ...sharedChanges(edits),
    ...sharedSides(edits),
    ...sharedFrames(edits),
    ...sharedNames(edits),
    ...namedKinds(edits),
  ]
    .filter(({ score }) => score >= LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score || b.covers - a.covers || b.text.length - a.text.length);

/** What else the edits share, once a finding is accounted for. */
function rest(best: Finding, left: readonly Edit[]): readonly Finding[] {
  const open = left.filter(({ hunks }) => hunks.length > 0);
  if (open.length < 2 || open.length < best.covers) return [];
  return findingsOf(open).filter(({ text, covers }) => text !== best.text && covers >= best.covers);
}

const joined = (first: Finding, second: Finding): string =>
  `${first.text}; ${second.text.charAt(0).toLowerCase()}${second.text.slice(1)}`;

function exampleOf(edits: readonly Edit[]): EditReading["example"] {
  const fits = edits
    .filter(({ before, after }) => before.length <= MAX_EXAMPLE && after.length <= MAX_EXAMPLE)
    .toSorted((a, b) => a.before.length + a.after.length - b.before.length - b.after.length)[0];
  return fits === undefined ? undefined : { before: fits.before, after: fits.after };
}
