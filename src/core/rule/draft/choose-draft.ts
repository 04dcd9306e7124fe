import { defined } from "../../defined.ts";
import type { CatalogueEntry } from "../../catalogue/catalogue-entry.ts";
import { readWishes } from "../../english/read-wishes.ts";
import type { DraftResult, DraftSource, NoDraft, RuleDraft, DraftRemark } from "./draft.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { type CandidateOrigin, LEAST_SCORE, scoreDraft } from "./score-draft.ts";
import { missedName } from "./shared-names.ts";
import { type LikenessTo, type Trial, tryDraft } from "./try-draft.ts";
import labels from "./rule-labels.json" with { type: "json" };

const EXTENSIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(labels).map(([label, list]) => [label, new Set(list.split(" "))]),
);

/** A text that might become the rule. */
export interface Candidate {
  readonly text: string;
  readonly source: DraftSource;
  readonly origin: CandidateOrigin;
  readonly entry?: CatalogueEntry;
  readonly likenessTo?: LikenessTo;
  /** The rule of those who want the contrary, if one is known. */
  readonly contrary?: string;
  readonly likenessToContrary?: LikenessTo;
}

/** A candidate that passed its trial. */
export interface Tried {
  readonly candidate: Candidate;
  readonly trial: Trial;
  readonly score: number;
}

const MOST_SUGGESTIONS = 2;
/** A suggestion is read by a person, so it need not be as sure as a draft. */
const LEAST_SUGGESTED = 0.15;

/** The candidates that every remark agrees with, each with its score. */
export const tryCandidates = (read: ReadRemarks, candidates: readonly Candidate[]): readonly Tried[] =>
  candidates
    .map((candidate): Tried => {
      const trial = tryDraft(candidate.text, read, candidate.likenessTo);
      return { candidate, trial, score: scoreDraft(trial.measures, candidate.origin) };
    })
    .filter(({ trial }) => trial.problem === undefined)
    .filter((each) => takesItsSide(each, read));

/** Candidates that pass without comparing meanings, so that only these need vectors. */
export const worthComparing = (read: ReadRemarks, candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ text }) => tryDraft(text, read).problem === undefined);

/** The best candidate; else why there is none, and what a person could start from. */
export function chooseDraft(read: ReadRemarks, passed: readonly Tried[]): DraftResult {
  const tried = passed
    .filter(({ candidate }) => isAboutTheSame(candidate, read))
    .toSorted((a, b) => b.score - a.score || a.candidate.text.length - b.candidate.text.length);
  // A team's own words go before any other that fit.
  const own = tried.find(
    ({ candidate: { origin }, score }) => score >= LEAST_SCORE && origin.kind === "known" && origin.isOwn,
  );
  const best = own ?? tried[0];
  // Of a single remark somebody said that it should be a rule, so its own words are what is wanted.
  const least = read.given === 1 && best?.candidate.source === "remarks" ? 0 : LEAST_SCORE;
  if (best !== undefined && best.score >= least) return drafted(best, read);
  const suggestions = tried.filter(({ score }) => score >= LEAST_SUGGESTED).slice(0, MOST_SUGGESTIONS);
  return noDraft(
    "No wording that was tried says surely enough what all remarks want.",
    suggestions.map(({ candidate }) => candidate.text),
  );
}

/**
 * How much nearer the remarks must be to a known rule than to its contrary. Both are about the same thing, so being near
 * to the rule alone does not say which of the two people want.
 */
const LEAST_SIDE = 0.05;

function takesItsSide({ candidate, trial }: Tried, { all }: ReadRemarks): boolean {
  const { likenessTo, likenessToContrary, origin, text } = candidate;
  // A team's own entry was written for remarks like these.
  if (origin.kind === "known" && origin.isOwn) return true;
  // A ban is the reverse of what people want unless one of them says so: "no screenshots" may be a complaint.
  if (origin.kind === "known" && trial.measures.same === 0 && onlyForbids(text)) return false;
  if (likenessTo === undefined || likenessToContrary === undefined) return true;
  const nearer = all.reduce((sum, _, at) => sum + likenessTo(at) - likenessToContrary(at), 0) / all.length;
  return nearer >= LEAST_SIDE;
}

const onlyForbids = (text: string): boolean => {
  const { wishes } = readWishes(text);
  return wishes.length > 0 && wishes.every(({ act }) => act === "avoid");
};

/** A known rule must speak of every name that all remarks mention. A team's own entry may know better. */
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

function drafted({ candidate, trial, score }: Tried, { all }: ReadRemarks): RuleDraft {
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

/** Whether a known rule such as "C#: dispose with `using`" is of another language than the files the remarks are about. */
export function isOfOtherFiles(rule: string, remarks: readonly DraftRemark[]): boolean {
  const label = rule.includes(": ") ? rule.slice(0, rule.indexOf(": ")) : "";
  const extensions = EXTENSIONS.get(label);
  if (extensions === undefined) return false;
  const files = remarks.flatMap(({ path }) =>
    path === undefined ? [] : [path.slice(path.lastIndexOf(".") + 1)],
  );
  return files.length > 0 && !files.some((file) => extensions.has(file.toLowerCase()));
}
