import { LINK_AT, linkGroups, MOST_OPPOSED } from "./link-groups.ts";

/** Two parts of a cluster that do not belong together, by the places of their members. */
export interface SuggestedSplit {
  readonly why: "opposites" | "different";
  /** The larger part. */
  readonly stay: readonly number[];
  readonly leave: readonly number[];
  /** How surely a member of one part says the same as one of the other, on average. */
  readonly between: number;
}

/** Parts that are nearly alike enough to be linked are left together: nobody is asked about every close call. */
const SPLIT_BELOW = LINK_AT - 0.05;
/** One remark alone is no part. */
const LEAST_PART = 2;

type Likeness = (a: number, b: number) => number;

/** Whether the members of a cluster fall apart, or some want the opposite of what others want. */
export function suggestSplit(count: number, likeness: Likeness): SuggestedSplit | undefined {
  return opposites(count, likeness) ?? fallenApart(count, likeness);
}

function opposites(count: number, likeness: Likeness): SuggestedSplit | undefined {
  const all = Array.from({ length: count }, (_, at) => at);
  const against = all.map((one) => all.filter((other) => other !== one && likeness(one, other) < 0));
  const most = all.reduce((a, b) => (against[b]!.length > against[a]!.length ? b : a), 0);
  if ((against[most]?.length ?? 0) === 0) return undefined;
  const other = new Set(against[most]);
  // Whoever contradicts neither side goes with those it is more like.
  const leave = all.filter(
    (one) => other.has(one) || (one !== most && isNearer(one, [...other], most, likeness)),
  );
  const stay = all.filter((one) => !leave.includes(one));
  const pairs = stay.flatMap((a) => leave.map((b) => likeness(a, b)));
  const opposed = pairs.filter((score) => score < 0).length;
  if (opposed <= MOST_OPPOSED * pairs.length) return undefined;
  return sided("opposites", stay, leave, likeness);
}

function isNearer(one: number, others: readonly number[], most: number, likeness: Likeness): boolean {
  return others.some((other) => likeness(one, other) > Math.max(0, likeness(one, most)));
}

function fallenApart(count: number, likeness: Likeness): SuggestedSplit | undefined {
  const groups = linkGroups(count, likeness)
    .filter((members) => members.length >= LEAST_PART)
    .toSorted((a, b) => b.length - a.length);
  const [stay, leave] = groups;
  if (stay === undefined || leave === undefined) return undefined;
  const split = sided("different", stay, leave, likeness);
  return split.between < SPLIT_BELOW ? split : undefined;
}

function sided(
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
