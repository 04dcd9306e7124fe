import { findOpposition } from "../english/compare-wishes.ts";
import { isCommon, isFillerWord } from "../english/leaning.ts";
import { readWishes } from "../english/read-wishes.ts";
import { stem } from "../english/stem.ts";
import type { RemarkReading, Wish } from "../english/wish.ts";
import verbs from "./reversal-verbs.json" with { type: "json" };
import { defined } from "../defined.ts";
import type { FeedbackItem } from "../actionable/actionable-feedback.ts";
import { issueKey } from "../actionable/iteration-history.ts";
import { tokenize } from "../english/tokens.ts";
import type { Judgement } from "../judge/judgement.ts";
import { OPPOSITE_LEFT, SAME_AT } from "../judge/judge-pair.ts";
import { comparePlaces, type PlaceRelation } from "./find-place.ts";
import type { IssueMatch } from "./task-round.ts";

const stems = (list: string): ReadonlySet<string> => new Set(list.split(" ").map((word) => stem(word)));
const PAIRS = verbs.pairs.map((sides) => sides.map(stems));

/** From which share of the shorter demand on two are about one thing. */
const ABOUT_ONE = 0.5;

/** Why a demand undoes an earlier one, in plain words; undefined if it does not. */
function reversalReason(earlier: string, later: string): string | undefined {
  const [before, after] = [readWishes(earlier), readWishes(later)];
  const moved = movedBack(earlier, later);
  if (moved !== undefined) return moved;
  if (keepsDemand(earlier, later)) return undefined;
  const [first, second] = [before.wishes[0], after.wishes[0]];
  // The first wish of an instruction is the change to make; what follows says how.
  const contrary =
    findOpposition(before, after)?.reason ??
    (first === undefined || second === undefined
      ? undefined
      : findOpposition({ ...before, wishes: [first] }, { ...after, wishes: [second] })?.reason);
  if (contrary !== undefined) return contrary;
  const [one, other] = [demandOf(before, earlier), demandOf(after, later)];
  if (!undo(one.verb, other.verb) || !shareTerms(one.terms, other.terms)) return undefined;
  return `one asks to ${one.verb} it, the other to ${other.verb} it`;
}

/**
 * Whether a demand still wants what an earlier one wanted, although one of them names what it replaces: "replace 86400
 * with a constant" and "introduce a constant for 86400".
 */
function keepsDemand(earlier: string, later: string): boolean {
  const [before, after] = [readWishes(earlier), readWishes(later)];
  if (isReplacement(before) === isReplacement(after)) return false;
  const wanted = wantedTerms(before);
  if (after.wishes.some(({ insteadOf }) => insteadOf?.terms.some((term) => wanted.has(term)))) return false;
  for (const term of wantedTerms(after)) if (wanted.has(term)) return true;
  return false;
}

const isReplacement = ({ wishes }: RemarkReading): boolean =>
  wishes.some(({ insteadOf }) => insteadOf !== undefined);

/** What replacements want that they do not also want gone: of "fetch instead of axios", "fetch". */
function wantedTerms({ wishes }: RemarkReading): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const { act, what, insteadOf } of wishes) {
    if (act !== "replace" && !(act === "do" && isAdding(what.verb))) continue;
    for (const term of what.terms)
      if (!insteadOf?.terms.includes(term) && !isFillerWord(term)) wanted.add(term);
  }
  return wanted;
}

const ADDING = stems("add introduce use define create write provide give include insert set declare name");
const isAdding = (verb: string | undefined): boolean => verb !== undefined && ADDING.has(stem(verb));

/** "From a to b", and later "from b to a". */
function movedBack(earlier: string, later: string): string | undefined {
  const [one, other] = [wayOf(earlier), wayOf(later)];
  if (one === undefined || other === undefined) return undefined;
  if (one.from === one.to || one.from !== other.to || one.to !== other.from) return undefined;
  return `one asks to go from ${one.from} to ${one.to}, the other back`;
}

function wayOf(text: string): { readonly from: string; readonly to: string } | undefined {
  const found =
    / from (?:the |a |an )?(\S{1,80}(?: [^\s,;.]{1,40})?) (?:in)?to (?:the |a |an )?(\S{1,80})/i.exec(text);
  const plain = (word: string | undefined): string =>
    (word ?? "")
      .toLowerCase()
      .replaceAll(/[`"'()]/g, "")
      .replace(/[.,;:]$/, "");
  return found === null ? undefined : { from: plain(found[1]), to: plain(found[2]) };
}

interface Demand {
  readonly verb: string;
  readonly terms: readonly string[];
}

/** The first demand; an instruction that was not understood is taken by its first word. */
function demandOf({ wishes }: RemarkReading, text: string): Demand {
  const wish: Wish | undefined = wishes.find(({ what }) => what.verb !== undefined);
  if (wish?.what.verb !== undefined) return { verb: wish.what.verb, terms: wish.what.terms };
  const [verb = "", ...rest] = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => stem(word));
  return { verb, terms: rest };
}

const undo = (a: string, b: string): boolean => {
  const [one, other] = [stem(a), stem(b)];
  return PAIRS.some(
    ([left, right]) =>
      (left!.has(one) && right!.has(other) && !left!.has(other)) ||
      (right!.has(one) && left!.has(other) && !right!.has(other)),
  );
};

function shareTerms(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a, b].map(
    (terms) => new Set(terms.filter((term) => !isFillerWord(term) && !isCommon(term))),
  );
  const least = Math.min(one!.size, other!.size);
  if (least === 0) return false;
  let shared = 0;
  for (const term of one!) if (other!.has(term)) shared += 1;
  return shared / least >= ABOUT_ONE;
}

/** A finding as it is compared: what is wrong, where, and what is asked for. */
export interface ComparedItem {
  readonly aspect: FeedbackItem["aspect"];
  readonly issue: string;
  readonly location: FeedbackItem["location"];
  readonly action: string;
}

export interface IssueRelation {
  readonly relation: "same" | "reversed" | "other";
  readonly match?: IssueMatch;
  /** How surely they are one issue, by the judge. */
  readonly score?: number;
  readonly reason?: string;
}

const OTHER: IssueRelation = { relation: "other" };
/** From which share of common words on two issues are one sentence about different things. */
const ONE_SENTENCE = 0.6;

/** What a judge is asked about an item: the problem and the demand together. */
export const issueText = ({ issue, action }: Pick<ComparedItem, "issue" | "action">): string =>
  `${withStop(issue)} ${withStop(action)}`;

const withStop = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** Whether the words alone settle it, so that no judge has to be asked. */
export function compareByWords(earlier: ComparedItem, later: ComparedItem): IssueRelation | undefined {
  if (issueKey(earlier) === issueKey(later)) {
    const reason = keepsDemand(earlier.action, later.action)
      ? undefined
      : reversalReason(earlier.action, later.action);
    return reason === undefined ? { relation: "same", match: "words" } : { relation: "reversed", reason };
  }
  return comparePlaces(earlier.location, later.location) === "other" ? OTHER : undefined;
}

/** Whether an item is the issue of an earlier round, undoes its demand, or is another one. */
export function compareIssues(earlier: ComparedItem, later: ComparedItem, judged: JudgedPair): IssueRelation {
  const settled = compareByWords(earlier, later);
  if (settled !== undefined) return settled;
  const place = comparePlaces(earlier.location, later.location);
  const how = nearnessOf(place, earlier.location.type);
  const { judgement, cosine } = judged;
  const undone = reversalReason(earlier.action, later.action);
  const isContrary = judgement.relation === "opposite" && !keepsDemand(earlier.action, later.action);
  const isNear = cosine >= how.reversedFrom && (place === "same" || isAboutOne(judgement));
  if (isNear && (undone !== undefined || isContrary)) {
    const reason = undone ?? judgement.reasons.find(({ sign }) => sign === "polarity")?.text;
    return { relation: "reversed", ...defined({ reason }) };
  }
  if (judgement.relation === "opposite" && isContrary) return OTHER;
  // A judge that takes "replace 86400" and "a constant for 86400" for opposites has left a fifth of the score.
  const score = judgement.relation === "opposite" ? judgement.score / OPPOSITE_LEFT : judgement.score;
  if (score < how.sameFrom || cosine < how.likeFrom) return OTHER;
  return areAboutOtherNames(earlier, later, place) ? OTHER : { relation: "same", match: "judge", score };
}

/** What the judge says of two items, and how near their texts are in meaning. */
export interface JudgedPair {
  readonly judgement: Judgement;
  readonly cosine: number;
}

interface Nearness {
  /** The least score and the least cosine at which two items are one issue. */
  readonly sameFrom: number;
  readonly likeFrom: number;
  /** The least cosine at which a demand can undo another. */
  readonly reversedFrom: number;
}

/**
 * The judge tells kinds of mistakes, of which one file may have several; meaning tells these apart. The less the place
 * says, the nearer the words must be.
 */
function nearnessOf(place: PlaceRelation, type: ComparedItem["location"]["type"]): Nearness {
  if (place !== "same") return { sameFrom: 0.2, likeFrom: 0.7, reversedFrom: 0.55 };
  if (type === "path") return { sameFrom: SAME_AT, likeFrom: 0.65, reversedFrom: 0.55 };
  return { sameFrom: SAME_AT, likeFrom: 0.6, reversedFrom: 0.4 };
}

/** Of an opposite, a judge leaves a fifth of the score that it would have as the same. */
const isAboutOne = ({ relation, score }: Judgement): boolean =>
  relation === "opposite" ? score / OPPOSITE_LEFT >= SAME_AT : relation === "same";

/** "`userName` is never read" and "`orderCount` is never read" are two issues. */
function areAboutOtherNames(a: ComparedItem, b: ComparedItem, place: PlaceRelation): boolean {
  const [one, other] = [namesIn(a), namesIn(b)];
  if (one.size === 0 || other.size === 0 || countShared(one, other) > 0) return false;
  return place !== "same" || likeness(wordsIn(a.issue), wordsIn(b.issue)) >= ONE_SENTENCE;
}

function namesIn({ issue, location }: ComparedItem): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, start, end } of tokenize(issue)) {
    if (kind !== "code" && kind !== "name") continue;
    const name = issue.slice(start, end).replaceAll(/[`()]/g, "").toLowerCase();
    if (name !== "" && !location.reference.toLowerCase().includes(name)) names.add(name);
  }
  return names;
}

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(tokenize(text).flatMap(({ kind, word }) => (kind === "word" ? [word] : [])));

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = countShared(a, b);
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (b.has(one)) count += 1;
  return count;
}
