import { LINK_AT, linkGroups } from "../../core/cluster/link-groups.ts";
import { nearestVectors } from "../../core/cluster/nearest-vectors.ts";
import { type JudgedText, MIN_COSINE } from "../../core/judge/judgement.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { likenessOf } from "../cluster/group-texts.ts";

/** Which remarks ask for the same, by their positions. */
export interface RemarkGroups {
  /** Groups among some of the remarks, each with at least two members. */
  readonly group: (positions: readonly number[]) => readonly (readonly number[])[];
  /** Whether remarks are as like those of a group on average as its members have to be. */
  readonly belong: (positions: readonly number[], group: readonly number[]) => boolean;
}

/** The nearest remarks that each one is judged against. More of them would rarely join anything else. */
const NEIGHBOURS = 24;
/** All pairs of remarks that are linked in some way are judged; time and memory are quadratic. */
const MAX_LINKED = 800;
/** How much more alike remarks have to be when too many are linked. */
const STRICTER = 0.08;

/**
 * Groups remarks as `emend cluster` does, and also tens of thousands of them: only remarks that are linked by a chain
 * of near neighbours are compared with each other.
 */
export async function judgeRemarks(
  judge: Judge,
  remarks: readonly JudgedText[],
  onProgress: (done: number, of: number) => void,
): Promise<RemarkGroups> {
  const links = await linksBetween(judge, remarks, onProgress);
  const linked = linkedSets([...remarks.keys()], links, LINK_AT);
  /** The set of each remark and its position in it. */
  const places = new Map<number, readonly [set: number, at: number]>();
  const likeness: ((a: number, b: number) => number)[] = [];
  for (const [set, members] of linked.entries()) {
    for (const [at, member] of members.entries()) places.set(member, [set, at]);
    likeness.push(
      await likenessOf(
        judge,
        members.map((member) => remarks[member]!),
      ),
    );
  }
  const between = (a: number, b: number): number => {
    const [one, other] = [places.get(a), places.get(b)];
    return one === undefined || one[0] !== other?.[0] ? 0 : likeness[one[0]]!(one[1], other[1]);
  };
  return {
    group: (positions) => {
      const sets = Map.groupBy(positions, (position) => places.get(position)?.[0]);
      sets.delete(undefined);
      return [...sets.values()].flatMap((members) =>
        linkGroups(members.length, (a, b) => between(members[a]!, members[b]!)).map((group) =>
          group.map((at) => members[at]!),
        ),
      );
    },
    belong: (positions, group) => {
      const sum = positions.reduce(
        (total, a) => total + group.reduce((inner, b) => inner + Math.max(0, between(a, b)), 0),
        0,
      );
      return sum >= LINK_AT * positions.length * group.length;
    },
  };
}

interface Link {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** Near pairs that the judge takes for the same. */
async function linksBetween(
  judge: Judge,
  remarks: readonly JudgedText[],
  onProgress: (done: number, of: number) => void,
): Promise<readonly Link[]> {
  const near = nearestVectors(
    remarks.map(({ vector }) => vector),
    { atLeast: MIN_COSINE, most: NEIGHBOURS },
  );
  const links: Link[] = [];
  for (const [a, neighbours] of near.entries()) {
    const others = [...neighbours].filter((b) => a < b || !near[b]!.includes(a));
    const judgements = await judge.judge(
      remarks[a]!,
      others.map((b) => remarks[b]!),
    );
    for (const [index, { relation, score }] of judgements.entries()) {
      if (relation !== "opposite" && score >= LINK_AT) links.push({ a, b: others[index]!, score });
    }
    if (a % 64 === 0 || a === near.length - 1) onProgress(a + 1, near.length);
  }
  return links;
}

/** Sets of linked items, none larger than `MAX_LINKED`: larger ones are linked again, by surer links only. */
function linkedSets(
  items: readonly number[],
  links: readonly Link[],
  atLeast: number,
): readonly (readonly number[])[] {
  const root = new Map(items.map((item) => [item, item]));
  const rootOf = (item: number): number => {
    let at = item;
    for (let next = root.get(at)!; next !== at; next = root.get(at)!) at = next;
    root.set(item, at);
    return at;
  };
  for (const { a, b, score } of links) if (score >= atLeast) root.set(rootOf(b), rootOf(a));
  const sets = [...Map.groupBy(items, rootOf).values()].filter(({ length }) => length > 1);
  return sets.flatMap((members) => {
    if (members.length <= MAX_LINKED) return [members];
    const own = new Set(members);
    const stricter = atLeast + STRICTER;
    // Remarks that are all alike to the judge are mostly the same words, and any part of them shows that.
    if (stricter >= 1) return [members.slice(0, MAX_LINKED)];
    return linkedSets(
      members,
      links.filter(({ a, score }) => score >= stricter && own.has(a)),
      stricter,
    );
  });
}
