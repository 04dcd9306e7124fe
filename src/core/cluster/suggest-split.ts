import { LINK_AT, linkGroups, MAX_OPPOSED_SHARE } from "./link-groups.ts";

/** Two parts of a cluster that do not belong together, by index. */
export interface SuggestedSplit {
  readonly why: "opposites" | "different";
  /** The larger part. */
  readonly stay: readonly number[];
  readonly leave: readonly number[];
  /** The mean similarity between the parts. */
  readonly between: number;
}

/** Parts just below the linking threshold stay together, so that people are not asked about close calls. */
const SPLIT_BELOW = LINK_AT - 0.05;
/** A single remark is not a part. */
const MIN_PART = 2;

type Likeness = (a: number, b: number) => number;

/** Suggests a split if members fall apart or want opposites. */
export function suggestSplit(count: number, likeness: Likeness): SuggestedSplit | undefined {
  return opposites(count, likeness) ?? fallenApart(count, likeness);
}

function opposites(count: number, likeness: Likeness): SuggestedSplit | undefined {
  const all = Array.from({ length: count }, (_, at) => at);
  const against = all.map((one) => all.filter((other) => other !== one && likeness(one, other) < 0));
  const most = all.reduce((a, b) => (against[b]!.length > against[a]!.length ? b : a), 0);
  if ((against[most]?.length ?? 0) === 0) return undefined;
  const other = new Set(against[most]);
  // A member that contradicts neither side goes with the more similar one.
  const leave = all.filter(
    (one) => other.has(one) || (one !== most && isNearer(one, [...other], most, likeness)),
  );
  const stay = all.filter((one) => !leave.includes(one));
  const pairs = stay.flatMap((a) => leave.map((b) => likeness(a, b)));
  const opposed = pairs.filter((score) => score < 0).length;
  if (opposed <= MAX_OPPOSED_SHARE * pairs.length) return undefined;
  return toSplit("opposites", stay, leave, likeness);
}

function isNearer(one: number, others: readonly number[], most: number, likeness: Likeness): boolean {
  return others.some((other) => likeness(one, other) > Math.max(0, likeness(one, most)));
}

function fallenApart(count: number, likeness: Likeness): SuggestedSplit | undefined {
  const groups = linkGroups(count, likeness)
    .filter((members) => members.length >= MIN_PART)
    .toSorted((a, b) => b.length - a.length);
  const [stay, leave] = groups;
  if (stay === undefined || leave === undefined) return undefined;
  const split = toSplit("different", stay, leave, likeness);
  return split.between < SPLIT_BELOW ? split : undefined;
}

function toSplit(
  why: SuggestedSplit["why"],
  one: readonly number[],
  other: readonly number[],
  likeness: Likeness,
): SuggestedSplit {
  const [stay, leave] = other.length > one.length ? [other, one] : [one, other];
  return { why, stay, leave, between: meanLikeness(stay, leave, likeness) };
}

/** How surely a member of one part says the same as one of the other, on average; opposites say nothing the same. */
export function meanLikeness(one: readonly number[], other: readonly number[], likeness: Likeness): number {
  const scores = one.flatMap((a) => other.map((b) => Math.max(0, likeness(a, b))));
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}
