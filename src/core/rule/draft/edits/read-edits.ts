import { defined } from "../../../defined.ts";
import type { Wish, WishPhrase } from "../../../english/wish.ts";
import { byCodeUnits } from "../../../text/code-points.ts";
import { sanitiseRuleText } from "../../sanitise-rule-text.ts";
import { type Edit, type EditInput, toEdit, isWord, STOP_WORDS, KEYWORDS } from "./edit.ts";
import { type EditFinding, neededOf, type EditKind, asCode } from "./edit-kind.ts";
import { sharedChanges } from "./shared-changes.ts";
import { sharedFrames, sharedSides } from "./shared-sides.ts";
import { sharedUnits } from "./shared-units.ts";
import { stem } from "../../../english/stem.ts";
import { EDIT_KINDS } from "./kinds/edit-kinds.ts";

const SCORE = { replace: 53, come: 52, gone: 51 } as const;

const namesIn = (tokens: Edit["beforeTokens"]): ReadonlySet<string> =>
  new Set(
    tokens
      .map(({ text }) => text)
      .filter((text) => /^\p{L}[\p{L}\p{N}_]{2,}$/u.test(text) && !KEYWORDS.has(text.toLowerCase())),
  );

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const BASE = 30;

const PER_RANK = 10;

const WHOLE = 15;

const NAMED = 20;

/** Two edits can share a kind of this rank by chance. */
const WEAK = 2;

const isAllOf = ({ before, after }: Edit, { canonical }: EditKind): boolean =>
  canonical !== undefined && canonical(before).trim() === canonical(after).trim();

const SPLIT = "\u0000";

const reversePair = (pair: string): string => pair.split(SPLIT).toReversed().join(SPLIT);

export interface EditReading {
  /** One rule, ready to be shown. */
  readonly text: string;
  readonly wish: Wish;
  /** The number of edits that it explains. */
  readonly covers: number;
  /** The shortest of the edits. */
  readonly example?: { readonly before: string; readonly after: string };
  /** The known kind of edit, if any. */
  readonly kind?: string;
}

const MAX_EDITS = 24;
const MAX_EXAMPLE = 160;
/** Shorter phrases are not worth a second rule. */
const MIN_WORDS = 4;
/** Findings below this could be chance. */
const MIN_SCORE = 50;

/** What two or more edits have in common. Undefined if they share nothing, or one undoes another. */
export function readEdits(inputs: readonly EditInput[]): EditReading | undefined {
  const edits = editsOf(inputs);
  if (edits.length < 2 || undoEachOther(edits)) return undefined;
  const [best, also] = readingsOf(inputs, edits)
    .map(chooseFindings)
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))[0]!;
  if (best === undefined) return undefined;
  const text = sanitiseRuleText(`${also === undefined ? best.text : joinFindings(best, also)}.`);
  const example = exampleOf(edits);
  return {
    text,
    wish: editWish(best),
    covers: best.covers,
    ...defined({ example, kind: best.kind }),
  };
}

const editsOf = (inputs: readonly EditInput[], as?: "code" | "prose"): readonly Edit[] =>
  inputs
    .slice(0, MAX_EDITS)
    .flatMap((input) => toEdit(input, as) ?? [])
    .toSorted(byText);

/** If some look like code and others like prose, all are tried as either. */
function readingsOf(inputs: readonly EditInput[], edits: readonly Edit[]): readonly (readonly Edit[])[] {
  const isMixed = edits.some(({ isCode }) => isCode) && edits.some(({ isCode }) => !isCode);
  return isMixed ? [edits, editsOf(inputs, "code"), editsOf(inputs, "prose")] : [edits];
}

/** Sorted, so that the order of the edits does not matter. */
const byText = (a: Edit, b: Edit): number => byCodeUnits(a.before, b.before) || byCodeUnits(a.after, b.after);

/** The best finding, and a second one if the first does not explain everything. */
function chooseFindings(edits: readonly Edit[]): readonly EditFinding[] {
  const all = findingsOf(edits);
  const [best] = all;
  if (best === undefined) return [];
  if (best.isWhole) return [best];
  if (best.left !== undefined) return [best, ...remainingFindings(best, best.left)].slice(0, 2);
  // Words that were removed everywhere are mentioned too, if the kind does not cover them.
  const strike = all.find(
    ({ act, left, what }) => act === "avoid" && left !== undefined && what.split(" ").length >= MIN_WORDS,
  );
  const isOther =
    strike?.left !== undefined &&
    remainingFindings(strike, strike.left).some(({ kind }) => kind === best.kind);
  return isOther ? [strike, best] : [best];
}

const findingsOf = (edits: readonly Edit[]): readonly EditFinding[] =>
  [
    ...sharedUnits(edits),
    ...sharedChanges(edits),
    ...sharedSides(edits),
    ...sharedFrames(edits),
    ...sharedNames(edits),
    ...namedKinds(edits),
  ]
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score || b.covers - a.covers || b.text.length - a.text.length);

/** What the remaining edits share. */
function remainingFindings(best: EditFinding, left: readonly Edit[]): readonly EditFinding[] {
  const open = left.filter(({ hunks }) => hunks.length > 0);
  if (open.length < 2 || open.length < best.covers) return [];
  return findingsOf(open).filter(({ text, covers }) => text !== best.text && covers >= best.covers);
}

const joinFindings = (first: EditFinding, second: EditFinding): string =>
  `${first.text}; ${second.text.charAt(0).toLowerCase()}${second.text.slice(1)}`;

function exampleOf(edits: readonly Edit[]): EditReading["example"] {
  const fits = edits
    .filter(({ before, after }) => before.length <= MAX_EXAMPLE && after.length <= MAX_EXAMPLE)
    .toSorted((a, b) => a.before.length + a.after.length - b.before.length - b.after.length)[0];
  return fits === undefined ? undefined : { before: fits.before, after: fits.after };
}

/** Whether one edit turns X into Y and another Y into X. */
function undoEachOther(edits: readonly Edit[]): boolean {
  const made = edits.map(replacements);
  return made.some((pairs, at) =>
    made.some((others, other) => other > at && [...pairs].some((pair) => others.has(reversePair(pair)))),
  );
}

function replacements({ hunks, beforeTokens, afterTokens }: Edit): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const { from, to, start, end } of hunks) {
    const removed = beforeTokens.slice(from, to).map(({ key }) => key);
    const added = afterTokens.slice(start, end).map(({ key }) => key);
    if (removed.length === 0 || added.length === 0 || ![...removed, ...added].some(isWord)) continue;
    pairs.add(`${removed.join(" ")}${SPLIT}${added.join(" ")}`);
  }
  return pairs;
}

/** The finding as a wish. Its offsets are those of the rule's text. */
function editWish({ act, what, insteadOf, text }: EditFinding): Wish {
  const isOrder = act !== "avoid" || /^(?:Do not|Never)\b/.test(text);
  return {
    act,
    what: phrase(what, isOrder),
    ...(insteadOf === undefined ? {} : { insteadOf: phrase(insteadOf, false) }),
    force: "order",
    isStanding: true,
    isOnly: false,
    start: 0,
    end: text.length,
  };
}

/** An order starts with its verb, unless it is just a quotation. */
function phrase(text: string, isOrder: boolean): WishPhrase {
  const verb = isOrder ? /^[a-z]+(?= )/i.exec(text)?.[0].toLowerCase() : undefined;
  const thing = verb === undefined ? text : text.slice(verb.length + 1);
  const words = thing.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return {
    text,
    ...defined({ verb }),
    thing,
    terms: [...new Set(words.filter((word) => !STOP_WORDS.has(word)).map((word) => stem(word)))],
    names: [...thing.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, code, quoted]) => code ?? quoted ?? ""),
  };
}

/** The known kinds that explain the edits, unless an edit is of the opposite kind. */
function namedKinds(edits: readonly Edit[]): readonly EditFinding[] {
  const needed = neededOf(edits.length);
  const explained = new Map<string, number>();
  const counted = (kind: EditKind): number => {
    const count = explained.get(kind.id) ?? edits.filter((edit) => kind.explains(edit)).length;
    explained.set(kind.id, count);
    return count;
  };
  const byId = new Map(EDIT_KINDS.map((kind) => [kind.id, kind]));
  return EDIT_KINDS.flatMap((kind) => {
    if (kind.text === undefined) return [];
    const covers = counted(kind);
    const contrary = kind.contrary === undefined ? undefined : byId.get(kind.contrary);
    if (covers < needed || (contrary !== undefined && counted(contrary) > 0)) return [];
    const isWhole = edits.every((edit) => isAllOf(edit, kind));
    const isNamed = kind.named !== undefined && edits.some(({ remark }) => kind.named!.test(remark));
    const isWeak = kind.rank <= WEAK && edits.length < 3 && !isWhole;
    const score =
      BASE + PER_RANK * kind.rank + (isWhole ? WHOLE : 0) + (isNamed ? NAMED : 0) - (isWeak ? PER_RANK : 0);
    return [{ ...splitRule(kind.text), covers, score, isWhole, kind: kind.id }];
  });
}

type Halves = Pick<EditFinding, "text" | "act" | "what" | "insteadOf">;

/** Splits a rule of the table into what is wanted and what is not. */
function splitRule(rule: string): Halves {
  const text = rule.replace(/\.$/, "");
  const [, wanted, unwanted] = /^(.+?)(?: instead of | rather than |, not )(.+)$/.exec(text) ?? [];
  if (wanted !== undefined && unwanted !== undefined) {
    return { text, act: "replace", what: lower(wanted), insteadOf: unwanted };
  }
  const [, banned, better] = /^(?:Do not|Never) ([^;]+)(?:; (.+))?$/.exec(text) ?? [];
  if (banned !== undefined) {
    return better === undefined
      ? { text, act: "avoid", what: banned }
      : { text, act: "replace", what: better, insteadOf: banned };
  }
  const [, left] = /^(?:Leave out|Remove|Leave no) ([^;]+)/.exec(text) ?? [];
  return left === undefined ? { text, act: "do", what: lower(text) } : { text, act: "avoid", what: left };
}

/** Code names that all texts before contain and none after, or the other way round. */
function sharedNames(edits: readonly Edit[]): readonly EditFinding[] {
  if (!edits.every(({ isCode }) => isCode)) return [];
  const needed = neededOf(edits.length);
  const before = edits.map(({ beforeTokens }) => namesIn(beforeTokens));
  const after = edits.map(({ afterTokens }) => namesIn(afterTokens));
  const gone = onlyIn(before, after, needed);
  const come = onlyIn(after, before, needed);
  const base = { covers: needed, isWhole: false };
  if (come !== undefined && gone !== undefined) {
    const [what, insteadOf] = [asCode(come), asCode(gone)];
    const text = `Use ${what} instead of ${insteadOf}`;
    return [{ ...base, act: "replace", what, insteadOf, text, score: SCORE.replace }];
  }
  if (come !== undefined) {
    return [{ ...base, act: "do", what: asCode(come), text: `Use ${asCode(come)}`, score: SCORE.come }];
  }
  if (gone === undefined) return [];
  return [
    {
      ...base,
      act: "avoid",
      what: asCode(gone),
      text: `Do not use ${asCode(gone)}`,
      score: SCORE.gone,
    },
  ];
}

/** The first name that enough texts on one side contain and none on the other. */
function onlyIn(
  side: readonly ReadonlySet<string>[],
  other: readonly ReadonlySet<string>[],
  needed: number,
): string | undefined {
  return [...side[0]!].find(
    (name) =>
      side.filter((names) => names.has(name)).length >= needed && !other.some((names) => names.has(name)),
  );
}
