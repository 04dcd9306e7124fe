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
import { OPPOSITE_FACTOR, SAME_AT } from "../judge/judge-pair.ts";
import { compareLocations, type LocationRelation } from "./find-location.ts";
import type { IssueMatch } from "./task-round.ts";

const stems = (list: string): ReadonlySet<string> => new Set(list.split(" ").map((word) => stem(word)));
const PAIRS = verbs.pairs.map((sides) => sides.map(stems));

/** From this share of common terms, two demands are about the same thing. */
const SAME_SUBJECT_SHARE = 0.5;

/** Why a demand reverses an earlier one; undefined if it does not. */
function reversalReason(earlier: string, later: string): string | undefined {
  const [before, after] = [readWishes(earlier), readWishes(later)];
  const moved = movesBack(earlier, later);
  if (moved !== undefined) return moved;
  if (keepsDemand(earlier, later)) return undefined;
  const [first, second] = [before.wishes[0], after.wishes[0]];
  // The first wish is the change to make; the rest says how.
  const contrary =
    findOpposition(before, after)?.reason ??
    (first === undefined || second === undefined
      ? undefined
      : findOpposition({ ...before, wishes: [first] }, { ...after, wishes: [second] })?.reason);
  if (contrary !== undefined) return contrary;
  const [one, other] = [demandOf(before, earlier), demandOf(after, later)];
  if (!areInverseVerbs(one.verb, other.verb) || !shareTerms(one.terms, other.terms)) return undefined;
  return `one asks to ${one.verb} it, the other to ${other.verb} it`;
}

/**
 * Whether a demand still asks for the same as an earlier one, although one of them names what it replaces: "replace
 * 86400 with a constant" and "introduce a constant for 86400".
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

/** Terms that are asked for and not replaced: "fetch" in "fetch instead of axios". */
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

/** First "from a to b", then "from b to a". */
function movesBack(earlier: string, later: string): string | undefined {
  const [one, other] = [parseMove(earlier), parseMove(later)];
  if (one === undefined || other === undefined) return undefined;
  if (one.from === one.to || one.from !== other.to || one.to !== other.from) return undefined;
  return `one asks to go from ${one.from} to ${one.to}, the other back`;
}

function parseMove(text: string): { readonly from: string; readonly to: string } | undefined {
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

/** The first demand; if the text is not understood, its first word is the verb. */
function demandOf({ wishes }: RemarkReading, text: string): Demand {
  const wish: Wish | undefined = wishes.find(({ what }) => what.verb !== undefined);
  if (wish?.what.verb !== undefined) return { verb: wish.what.verb, terms: wish.what.terms };
  const [verb = "", ...rest] = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => stem(word));
  return { verb, terms: rest };
}

const areInverseVerbs = (a: string, b: string): boolean => {
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
  return shared / least >= SAME_SUBJECT_SHARE;
}

/** The compared parts of a finding: what is wrong, where, and what is asked for. */
export interface ComparedItem {
  readonly aspect: FeedbackItem["aspect"];
  readonly issue: string;
  readonly location: FeedbackItem["location"];
  readonly action: string;
}

export interface IssueRelation {
  readonly relation: "same" | "reversed" | "other";
  readonly match?: IssueMatch;
  /** The judge's confidence that they are one issue. */
  readonly score?: number;
  readonly reason?: string;
}

const OTHER: IssueRelation = { relation: "other" };
/** From this share of common words, two issues are one sentence about different things. */
const SAME_SENTENCE_SHARE = 0.6;

/** The text for the judge: the problem and the demand. */
export const issueText = ({ issue, action }: Pick<ComparedItem, "issue" | "action">): string =>
  `${withFullStop(issue)} ${withFullStop(action)}`;

const withFullStop = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** The relation if the words alone decide it, so that no judge is needed. */
export function compareByWords(earlier: ComparedItem, later: ComparedItem): IssueRelation | undefined {
  if (issueKey(earlier) === issueKey(later)) {
    const reason = keepsDemand(earlier.action, later.action)
      ? undefined
      : reversalReason(earlier.action, later.action);
    return reason === undefined ? { relation: "same", match: "words" } : { relation: "reversed", reason };
  }
  return compareLocations(earlier.location, later.location) === "other" ? OTHER : undefined;
}

/** Whether an item repeats an earlier issue, reverses its demand, or is a different one. */
export function compareIssues(earlier: ComparedItem, later: ComparedItem, judged: JudgedPair): IssueRelation {
  const settled = compareByWords(earlier, later);
  if (settled !== undefined) return settled;
  const location = compareLocations(earlier.location, later.location);
  const thresholds = thresholdsFor(location, earlier.location.type);
  const { judgement, cosine } = judged;
  const undone = reversalReason(earlier.action, later.action);
  const isContrary = judgement.relation === "opposite" && !keepsDemand(earlier.action, later.action);
  const isNear = cosine >= thresholds.reversedFrom && (location === "same" || isSameSubject(judgement));
  if (isNear && (undone !== undefined || isContrary)) {
    const reason = undone ?? judgement.reasons.find(({ sign }) => sign === "polarity")?.text;
    return { relation: "reversed", ...defined({ reason }) };
  }
  if (judgement.relation === "opposite" && isContrary) return OTHER;
  // The judge scales down the score of opposites, and it takes "replace 86400" and "a constant for 86400" for
  // opposites.
  const score = judgement.relation === "opposite" ? judgement.score / OPPOSITE_FACTOR : judgement.score;
  if (score < thresholds.sameFrom || cosine < thresholds.likeFrom) return OTHER;
  return nameDifferentThings(earlier, later, location) ? OTHER : { relation: "same", match: "judge", score };
}

/** The judge's verdict on two items, and the similarity of their texts. */
export interface JudgedPair {
  readonly judgement: Judgement;
  readonly cosine: number;
}

interface Thresholds {
  /** The minimum score and cosine for one issue. */
  readonly sameFrom: number;
  readonly likeFrom: number;
  /** The minimum cosine for a reversal. */
  readonly reversedFrom: number;
}

/**
 * The judge recognises kinds of mistakes, of which a file may have several; the cosine tells those apart. The less
 * specific the location, the closer the texts must be.
 */
function thresholdsFor(location: LocationRelation, type: ComparedItem["location"]["type"]): Thresholds {
  if (location !== "same") return { sameFrom: 0.2, likeFrom: 0.7, reversedFrom: 0.55 };
  if (type === "path") return { sameFrom: SAME_AT, likeFrom: 0.65, reversedFrom: 0.55 };
  return { sameFrom: SAME_AT, likeFrom: 0.6, reversedFrom: 0.4 };
}

/** Undoes the judge's scaling of opposites. */
const isSameSubject = ({ relation, score }: Judgement): boolean =>
  relation === "opposite" ? score / OPPOSITE_FACTOR >= SAME_AT : relation === "same";

/** "`userName` is never read" and "`orderCount` is never read" are two issues. */
function nameDifferentThings(a: ComparedItem, b: ComparedItem, location: LocationRelation): boolean {
  const [one, other] = [namesIn(a), namesIn(b)];
  if (one.size === 0 || other.size === 0 || countShared(one, other) > 0) return false;
  return location !== "same" || jaccard(wordsIn(a.issue), wordsIn(b.issue)) >= SAME_SENTENCE_SHARE;
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

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = countShared(a, b);
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (b.has(one)) count += 1;
  return count;
}
