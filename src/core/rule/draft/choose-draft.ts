import { wordSet } from "../../text/word-set.ts";
import weights from "./draft-weights.json" with { type: "json" };
import { type TrialMeasures, type LikenessTo, type Trial, tryDraft } from "./try-draft.ts";
import { defined } from "../../defined.ts";
import type { CatalogueEntry } from "../../catalogue/catalogue-entry.ts";
import { readWishes } from "../../english/read-wishes.ts";
import type { DraftResult, DraftSource, NoDraft, RuleDraft, DraftRemark } from "./draft.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { missedName } from "./instance-names.ts";
import labels from "./rule-labels.json" with { type: "json" };

type CandidateOrigin = OwnOrigin | KnownOrigin | JoinedOrigin;

interface OwnOrigin {
  readonly kind: "remarks";
  readonly hasBothHalves: boolean;
  /** The remarks that it is made of. */
  readonly from: readonly number[];
  /** Made of an implied wish. */
  readonly isImplied: boolean;
  readonly isPlain: boolean;
}

/**
 * `near` is the similarity of the remarks to what people say about a known rule, `rank` its position among the
 * nearest.
 */
interface KnownOrigin {
  readonly kind: "known";
  readonly near: number;
  readonly rank: number;
  readonly isOwn: boolean;
}

/** Two sentences that each passed the trial. */
interface JoinedOrigin {
  readonly kind: "joined";
  readonly hasBothHalves: boolean;
  readonly from: readonly number[];
  readonly isImplied: boolean;
  /** The first sentence is a known rule. */
  readonly hasKnown: boolean;
  /** The scores of both. */
  readonly first: number;
  readonly second: number;
}

/** Drafts below this score are guesses. */
export const MIN_SCORE: number = weights.least;

const OWN_RULE = 1;
const MANY_TERMS = 8;
const MANY_SHARED = 4;
const FAR_RANK = 6;

/** The probability that a person takes a draft as it is. */
function scoreDraft(trial: TrialMeasures, origin: CandidateOrigin): number {
  switch (origin.kind) {
    case "known":
      return chance(knownLogit(trial, origin));
    case "joined":
      return chance(joinedLogit(trial, origin));
    case "remarks":
      return chance(ownLogit(trial, origin));
  }
}

function knownLogit(
  { likeness, recall, missed, grounded, same, compatible, coverage }: TrialMeasures,
  { near, rank, isOwn }: KnownOrigin,
): number {
  const w = weights.known;
  // A team knows the names in its own rules, even if no remark mentions them.
  const own = isOwn ? OWN_RULE + w.grounded * (1 - grounded) + w.likeness * Math.max(0, near - likeness) : 0;
  return (
    own +
    w.bias +
    w.near * near +
    w.likeness * likeness +
    w.recall * recall +
    w.missed * missed +
    w.grounded * grounded +
    w.compatible * compatible +
    w.same * same +
    w.rank * (Math.min(rank, FAR_RANK) / FAR_RANK) +
    w.coverage * coverage
  );
}

function ownLogit(trial: TrialMeasures, { hasBothHalves, from, isImplied, isPlain }: OwnOrigin): number {
  const w = weights.remarks;
  const { likeness, least, recall, missed, same, coverage, terms, shared, names } = trial;
  return (
    w.bias +
    w.likeness * likeness +
    w.least * least +
    w.recall * recall +
    w.missed * missed +
    w.same * same +
    (hasBothHalves ? w.halves : 0) +
    (from.length > 1 ? w.pair : 0) +
    (terms <= 1 ? w.single : 0) +
    w.terms * (Math.min(terms, MANY_TERMS) / MANY_TERMS) +
    w.coverage * coverage +
    (isImplied ? w.implied : 0) +
    (isPlain ? w.plain : 0) +
    w.shared * (Math.min(shared, MANY_SHARED) / MANY_SHARED) +
    (shared === 0 ? w.unshared : 0) +
    w.names * (names ?? 0) +
    (names === 0 ? w.unnamed : 0)
  );
}

function joinedLogit(trial: TrialMeasures, origin: JoinedOrigin): number {
  const w = weights.joined;
  const { likeness, least, recall, missed, same, coverage, terms } = trial;
  return (
    w.bias +
    w.likeness * likeness +
    w.least * least +
    w.recall * recall +
    w.missed * missed +
    w.same * same +
    (origin.hasBothHalves ? w.halves : 0) +
    (origin.from.length > 1 ? w.pair : 0) +
    w.first * origin.first +
    w.second * origin.second +
    (origin.hasKnown ? w.known : 0) +
    w.terms * (Math.min(terms, MANY_TERMS) / MANY_TERMS) +
    w.coverage * coverage +
    (origin.isImplied ? w.implied : 0)
  );
}

const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));

const EXTENSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(labels).map(([label, list]) => [label, wordSet(list)]),
);

export interface Candidate {
  readonly text: string;
  readonly source: DraftSource;
  readonly origin: CandidateOrigin;
  readonly entry?: CatalogueEntry;
  readonly likenessTo?: LikenessTo;
  /** The rule for the opposite, if one is known. */
  readonly contrary?: string;
  readonly likenessToContrary?: LikenessTo;
}

/** A candidate that passed its trial. */
export interface Tried {
  readonly candidate: Candidate;
  readonly trial: Trial;
  readonly score: number;
}

const MAX_SUGGESTIONS = 2;
/** A suggestion is read by a person, so its score may be lower than a draft's. */
const MIN_SUGGESTED = 0.15;

/** The candidates that no remark contradicts, with their scores. */
export const tryCandidates = (read: ReadRemarks, candidates: readonly Candidate[]): readonly Tried[] =>
  candidates
    .map((candidate): Tried => {
      const trial = tryDraft(candidate.text, read, candidate.likenessTo);
      return { candidate, trial, score: scoreDraft(trial.measures, candidate.origin) };
    })
    .filter(({ trial }) => trial.problem === undefined)
    .filter((each) => isOnItsSide(each, read));

/** Candidates that pass without comparing meanings, so that only these need embeddings. */
export const worthComparing = (read: ReadRemarks, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ text }) => tryDraft(text, read).problem === undefined);

/** The best candidate, or why there is none with suggestions to start from. */
export function chooseDraft(read: ReadRemarks, passed: readonly Tried[]): DraftResult {
  const tried = passed
    .filter(({ candidate }) => isAboutTheSame(candidate, read))
    .toSorted((a, b) => b.score - a.score || a.candidate.text.length - b.candidate.text.length);
  // A team's own entry is preferred to any other that fits.
  const own = tried.find(
    ({ candidate: { origin }, score }) => score >= MIN_SCORE && origin.kind === "known" && origin.isOwn,
  );
  const best = own ?? tried[0];
  // Somebody asked for a rule from this one remark, so its own words are wanted.
  const least = read.count === 1 && best?.candidate.source === "remarks" ? 0 : MIN_SCORE;
  if (best !== undefined && best.score >= least) return toDraft(best, read);
  const suggestions = tried.filter(({ score }) => score >= MIN_SUGGESTED).slice(0, MAX_SUGGESTIONS);
  return noDraft(
    "No wording that was tried says surely enough what all remarks want.",
    suggestions.map(({ candidate }) => candidate.text),
  );
}

/**
 * How much closer the remarks must be to a known rule than to its opposite. Both are about the same thing, so
 * similarity to the rule alone does not tell which one people want.
 */
const MIN_SIDE = 0.05;

function isOnItsSide({ candidate, trial }: Tried, { all }: ReadRemarks): boolean {
  const { likenessTo, likenessToContrary, origin, text } = candidate;
  if (origin.kind === "known" && origin.isOwn) return true;
  // A ban must be somebody's wish, because "no screenshots" may be a complaint that they are missing.
  if (origin.kind === "known" && trial.measures.same === 0 && onlyForbids(text)) return false;
  if (likenessTo === undefined || likenessToContrary === undefined) return true;
  const nearer = all.reduce((sum, _, at) => sum + likenessTo(at) - likenessToContrary(at), 0) / all.length;
  return nearer >= MIN_SIDE;
}

const onlyForbids = (text: string): boolean => {
  const { wishes } = readWishes(text);
  return wishes.length > 0 && wishes.every(({ act }) => act === "avoid");
};

/** A known rule must contain every name that all remarks mention, unless it is the team's own. */
function isAboutTheSame({ text, origin }: Candidate, read: ReadRemarks): boolean {
  if (origin.kind === "remarks" || (origin.kind === "joined" && !origin.hasKnown)) return true;
  if (origin.kind === "known" && origin.isOwn) return true;
  const remarks = read.all.map(({ remark }) => remark);
  return missedName(text, read) === undefined && !isOfOtherFiles(text, remarks);
}

export const noDraft = (why: string, suggestions: readonly string[] = []): NoDraft => ({
  ok: false,
  code: "wants_words",
  why,
  suggestions,
});

function toDraft({ candidate, trial, score }: Tried, { all }: ReadRemarks): RuleDraft {
  const covered = Math.round(trial.measures.coverage * all.length);
  const agree = covered === all.length ? `All ${all.length}` : `${covered} of ${all.length}`;
  return {
    ok: true,
    text: candidate.text,
    why: `${agree} remarks agree with it. ${originOf(candidate)}`,
    source: candidate.source,
    score,
    ...defined({ entry: candidate.entry }),
  };
}

const originOf = ({ source, origin }: Candidate): string =>
  origin.kind === "joined" && origin.hasKnown
    ? `${ORIGINS[source].slice(0, -1)}, with what the remarks add.`
    : ORIGINS[source];

const ORIGINS: Readonly<Record<DraftSource, string>> = {
  remarks: "The words are the remarks' own.",
  edits: "The words say what the edits have in common.",
  catalogue: "The words are the catalogue's.",
  library: "The words are from the library of rules.",
};

/** Whether a known rule such as "C#: dispose with `using`" is for another language than the remarks' files. */
export function isOfOtherFiles(rule: string, remarks: readonly DraftRemark[]): boolean {
  const label = rule.includes(": ") ? rule.slice(0, rule.indexOf(": ")) : "";
  const extensions = EXTENSIONS.get(label);
  if (extensions === undefined) return false;
  const files = remarks.flatMap(({ path }) =>
    path === undefined ? [] : [path.slice(path.lastIndexOf(".") + 1)],
  );
  return files.length > 0 && !files.some((file) => extensions.has(file.toLowerCase()));
}
