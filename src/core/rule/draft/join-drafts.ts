import { compareWishes } from "../../english/compare-wishes.ts";
import { readWishes } from "../../english/read-wishes.ts";
import type { Wish } from "../../english/wish.ts";
import { type Candidate, type Tried, MIN_SCORE } from "./choose-draft.ts";
import type { ReadRemarks } from "./read-remarks.ts";
import { isOrdinary } from "./instance-names.ts";
import { type Support, textTerms } from "./draft.ts";

const MAX_FIRST = 8;
const MAX_SECOND = 12;
const MAX_JOINED = 16;
const MAX_WORDS = 12;
const MAX_LENGTH = 160;
/** Sentences that share this many terms say the same. */
const MOSTLY = 0.65;

interface Half {
  readonly tried: Tried;
  readonly wishes: readonly Wish[];
  /** Its terms that at least two remarks contain. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Joins two drafts into a text of two sentences. Each must add something that at least two remarks mention and be
 * mostly about that, and they must not contradict each other. A known rule may come first if it is good enough
 * alone; then the second sentence adds what only this team says.
 */
export function joinDrafts(tried: readonly Tried[], { support }: ReadRemarks): readonly Candidate[] {
  const halves = tried
    .filter(({ candidate: { origin }, trial: { measures }, score }) =>
      origin.kind === "remarks" ? 2 * measures.shared >= measures.terms : score >= MIN_SCORE,
    )
    .toSorted((a, b) => b.score - a.score)
    .map((each): Half => ({
      tried: each,
      wishes: readWishes(each.candidate.text).wishes,
      shared: new Set(textTerms(each.candidate.text).filter((term) => support.of(term) > 1)),
    }));
  const seconds = halves
    .filter(({ tried: { candidate } }) => candidate.origin.kind === "remarks" && isShort(candidate.text))
    .slice(0, MAX_SECOND);
  const joined: Candidate[] = [];
  for (const first of halves.slice(0, MAX_FIRST)) {
    for (const second of seconds) {
      if (joined.length >= MAX_JOINED) return joined;
      if (first === second || !belongTogether(first, second, support)) continue;
      if (!halves.some((one) => saysBoth(one, first, second))) joined.push(joinHalves(first, second));
    }
  }
  return joined;
}

const isShort = (text: string): boolean => text.split(" ").length <= MAX_WORDS;

function belongTogether(first: Half, second: Half, support: Support): boolean {
  const length = first.tried.candidate.text.length + second.tried.candidate.text.length;
  return (
    length <= MAX_LENGTH &&
    (first.tried.candidate.origin.kind === "known"
      ? addsName(first.shared, second.shared, support)
      : adds(first.shared, second.shared)) &&
    adds(second.shared, first.shared) &&
    !saysTheSame(first.tried.candidate.text, second.tried.candidate.text) &&
    areCompatible(first.wishes, second.wishes)
  );
}

/** "Use bun instead of npm" already says what "Do not use npm. Use bun." says. */
const saysBoth = ({ tried: { candidate } }: Half, first: Half, second: Half): boolean => {
  if (candidate.origin.kind !== "remarks" || !candidate.origin.hasBothHalves) return false;
  const terms = new Set(textTerms(candidate.text));
  return [first, second].every(({ tried }) =>
    textTerms(tried.candidate.text).every((term) => terms.has(term)),
  );
};

const adds = (to: ReadonlySet<string>, from: ReadonlySet<string>): boolean =>
  [...from].some((term) => !to.has(term));

/** A known rule is only extended by a name that at least half of the remarks mention: the team's own tool or file. */
const addsName = (to: ReadonlySet<string>, from: ReadonlySet<string>, support: Support): boolean =>
  [...from].some((term) => !to.has(term) && !isOrdinary(term) && 2 * support.of(term) >= support.remarks);

/** Whether the second sentence only repeats the first: "Capture self weakly. Use weak self." */
function saysTheSame(one: string, other: string): boolean {
  const [ours, theirs] = [new Set(qualityTerms(one)), qualityTerms(other)];
  const common = theirs.filter((term) => ours.has(term)).length;
  return common >= MOSTLY * Math.min(ours.size, theirs.length) || wantsTheSame(one, other);
}

/** "weakly" and "weak" count as the same. */
const qualityTerms = (text: string): readonly string[] => [
  ...new Set(textTerms(text).map((term) => (term.length > 5 ? term.replace(/ly$/, "") : term))),
];

/** "Use pnpm instead of npm. Use pnpm instead of yarn.", "Use decimals instead of floats. Use decimals for money." */
function wantsTheSame(one: string, other: string): boolean {
  if (FORBIDS.test(one) || FORBIDS.test(other)) return false;
  const [ours, theirs] = [wanted(one), wanted(other)];
  if (ours === theirs) return true;
  // Sentences that replace different things may both be needed.
  if ([one, other].every((text) => text.includes(INSTEAD))) return false;
  const [fewer = [], more = []] = [textTerms(ours), textTerms(theirs)].toSorted(
    (a, b) => a.length - b.length,
  );
  return fewer.length > 0 && fewer.every((term) => more.includes(term));
}

const INSTEAD = " instead of ";
const wanted = (text: string): string =>
  text.split(INSTEAD, 1)[0]!.replace(SWITCHES, "").replace(/\.$/, "").toLowerCase();
const SWITCHES = /^(?:always )?(?:use|switch to|prefer|go with|take) /i;
const FORBIDS = /^(?:do not|never) /i;

const areCompatible = (ours: readonly Wish[], theirs: readonly Wish[]): boolean =>
  ours.length > 0 &&
  theirs.length > 0 &&
  ours.every((one) => theirs.every((other) => compareWishes(one, other) !== "opposite"));

function joinHalves({ tried: first }: Half, { tried: second }: Half): Candidate {
  const [one, other] = [first.candidate.origin, second.candidate.origin];
  const halves = [one, other].filter((origin) => origin.kind !== "known");
  return {
    text: `${first.candidate.text} ${second.candidate.text}`,
    source: first.candidate.source,
    origin: {
      kind: "joined",
      hasBothHalves:
        halves.some(({ hasBothHalves }) => hasBothHalves) ||
        (one.kind === "known" && SAYS_BOTH.test(first.candidate.text)),
      from: [...new Set(halves.flatMap(({ from }) => from))],
      isImplied: halves.some(({ isImplied }) => isImplied),
      hasKnown: one.kind === "known",
      first: first.score,
      second: second.score,
    },
  };
}

const SAYS_BOTH = /\b(?:instead of|rather than|not|never)\b/i;
