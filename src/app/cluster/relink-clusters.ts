import { clusterId, keepClusterIds } from "../../core/cluster/cluster.ts";
import { linkInSteps } from "../../core/cluster/link-groups.ts";
import { hash64 } from "../../core/hash.ts";
import { chunk } from "../../core/chunk.ts";
import { judgedText, MIN_COSINE, cosine, type JudgedText } from "../../core/judge/judgement.ts";
import type { ClusterStore, NewMember, Regroup } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import { toNewMember } from "../evaluation/place-feedback.ts";
import { applyResolutions, type ApplyResolutionsParts } from "../evaluation/apply-resolutions.ts";
import { findFreeRecords, type FreeRecord, type FreeRecordsParts, MAX_FREE_RECORDS } from "./free-records.ts";

const JUDGEMENTS_PER_PAUSE = 128;

export interface RelinkParts extends FreeRecordsParts {
  readonly clusters: Pick<ClusterStore, "membershipsOf" | "members" | "shown" | "find" | "regroup" | "leave">;
  readonly evaluations: Pick<EvaluationStore, "findAll" | "list" | "counts">;
  readonly judge: Judge;
  /** Re-evaluates feedback whose cluster changed, and places what a person marked as generalisable. */
  readonly evaluate: ApplyResolutionsParts["evaluate"];
  /** Yields to other work; called often. */
  readonly pause: () => Promise<void>;
}

export interface Relinked {
  readonly looked: number;
  /** Clusters that were created, changed or emptied. */
  readonly changed: number;
}

const UNCHANGED: Relinked = { looked: 0, changed: 0 };
/** Scores are rounded to this precision. */
const SCORE_PRECISION = 1_000;
const EVALUATION_BATCH = 64;
/** Merge steps between two pauses. */
const STEPS_PER_PAUSE = 32;

/**
 * Regroups clusters that nobody has seen yet by average linkage, so that the order of arrival does not matter.
 * Clusters that people have seen stay as they are. One run at a time; without new evaluations it does nothing. An
 * interrupted run can be repeated: each cluster is changed in one step, and the groups depend on the records alone.
 */
export const relinkClusters = (parts: RelinkParts) => {
  const likenessOf = createLikenessCache(parts.judge, MAX_FREE_RECORDS);
  let lastMark = "";
  let running: Promise<Relinked> | undefined;

  async function linkGroups(count: number, likeness: (a: number, b: number) => number) {
    const steps = linkInSteps(count, likeness);
    for (let at = 1; ; at += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (at % STEPS_PER_PAUSE === 0) await parts.pause();
    }
  }

  async function relink(): Promise<Relinked> {
    const mark = await stateMark(parts.evaluations);
    if (mark === lastMark) return UNCHANGED;
    await applyResolutions(parts)();
    const free = await findFreeRecords(parts)();
    const texts = free.map(({ record, vector }) => ({ ...judgedText(record, vector), id: record.id }));
    const likeness = await likenessOf(texts, parts.pause);
    const groups = (await linkGroups(free.length, likeness)).map((indexes) => indexes.map((at) => free[at]!));
    const ids = await clusterIds(parts.clusters, groups);
    const at = new Map(free.map(({ record }, index) => [record.id, index]));
    const like = (a: FreeRecord, b: FreeRecord): number =>
      likeness(at.get(a.record.id)!, at.get(b.record.id)!);
    const wanted = await Promise.all(
      groups.map((members, index) => membersOf(parts.judge, ids[index]!, members, like)),
    );
    const touched = new Set<string>();
    let changed = 0;
    for (const group of changesOf(free, wanted)) {
      await parts.pause();
      if (!(await parts.clusters.regroup(group))) continue;
      changed += 1;
      for (const { feedback_id } of group.members) touched.add(feedback_id);
      for (const id of group.leave) touched.add(id);
    }
    for (const part of chunk([...touched], EVALUATION_BATCH)) {
      await parts.pause();
      await parts.evaluate(part, "again");
    }
    lastMark = mark;
    return { looked: free.length, changed };
  }

  return (): Promise<Relinked> => {
    running ??= relink().finally(() => {
      running = undefined;
    });
    return running;
  };
};

/** Changes when something was evaluated. */
async function stateMark(evaluations: RelinkParts["evaluations"]): Promise<string> {
  const [{ items }, counts] = await Promise.all([evaluations.list({ limit: 1 }), evaluations.counts()]);
  return JSON.stringify([items[0]?.feedback_id, items[0]?.revision, items[0]?.updated_at, counts]);
}

/** The id of each group: that of the cluster most of it was in, or one made from its first member whose id is free. */
async function clusterIds(
  clusters: RelinkParts["clusters"],
  groups: readonly (readonly FreeRecord[])[],
): Promise<readonly string[]> {
  const kept = keepClusterIds(
    groups.map((members) =>
      members.map(({ record, membership }) => ({
        feedback_id: record.id,
        time: record.time,
        ...(membership === undefined ? {} : { cluster_id: membership.cluster_id }),
      })),
    ),
  );
  const taken = new Set(kept);
  const ids: string[] = [];
  for (const [index, members] of groups.entries()) {
    const id = kept[index] ?? (await freeId(clusters, members, taken));
    taken.add(id);
    ids.push(id);
  }
  return ids;
}

async function freeId(
  clusters: RelinkParts["clusters"],
  members: readonly FreeRecord[],
  taken: ReadonlySet<string | undefined>,
): Promise<string> {
  for (const { record } of members) {
    const id = clusterId(record.id);
    if (!taken.has(id) && (await clusters.find(id)) === undefined) return id;
  }
  return clusterId(hash64(members.map(({ record }) => record.id).join(" ")));
}

/** The members of a group, oldest first, each with its mean similarity to the rest. */
async function membersOf(
  judge: Judge,
  id: string,
  members: readonly FreeRecord[],
  like: (a: FreeRecord, b: FreeRecord) => number,
): Promise<readonly NewMember[]> {
  const memberships: NewMember[] = [];
  for (const [at, one] of members.entries()) {
    if (at === 0) {
      memberships.push(toNewMember(one.record, id, { score: 1, reasons: [] }));
      continue;
    }
    const others = members.filter((other) => other !== one);
    const mean = others.reduce((sum, other) => sum + Math.max(0, like(one, other)), 0) / others.length;
    const nearest = others.reduce((a, b) => (like(one, b) > like(one, a) ? b : a));
    const [judgement] = await judge.judge(judgedText(one.record, one.vector), [
      judgedText(nearest.record, nearest.vector),
    ]);
    const score = Math.round(mean * SCORE_PRECISION) / SCORE_PRECISION;
    memberships.push(toNewMember(one.record, id, { score, reasons: judgement?.reasons ?? [] }));
  }
  return memberships;
}

/**
 * The changes that turn the clusters into the groups. Growing ones come first, so that nothing is lost if it stops
 * halfway.
 */
function changesOf(
  free: readonly FreeRecord[],
  groups: readonly (readonly NewMember[])[],
): readonly Regroup[] {
  const now = Map.groupBy(
    free.flatMap(({ membership }) => membership ?? []),
    ({ cluster_id }) => cluster_id,
  );
  const grouped = new Set(groups.flatMap((members) => members.map(({ feedback_id }) => feedback_id)));
  const leaving = (id: string): readonly string[] =>
    (now.get(id) ?? []).map(({ feedback_id }) => feedback_id).filter((each) => !grouped.has(each));
  const changes = groups.flatMap((members): readonly Regroup[] => {
    const id = members[0]!.cluster_id;
    const before = new Map((now.get(id) ?? []).map(({ feedback_id, score }) => [feedback_id, score]));
    const isSame =
      before.size === members.length &&
      members.every(({ feedback_id, score }) => before.get(feedback_id) === score);
    return isSame ? [] : [{ clusterId: id, members, leave: leaving(id) }];
  });
  const named = new Set(groups.map((members) => members[0]!.cluster_id));
  const rest = [...now.keys()].filter((id) => !named.has(id) && leaving(id).length > 0);
  return [...changes, ...rest.map((id) => ({ clusterId: id, members: [], leave: leaving(id) }))];
}

/** A text with a stable id. */
interface KnownText extends JudgedText {
  readonly id: string;
}

/**
 * Like `likenessOf`, but with a cache of the last call, so that a call only costs what is new. The earlier of two
 * texts is always judged against the later.
 */
function createLikenessCache(judge: Judge, most: number) {
  const slots = new Map<string, { readonly slot: number; readonly text: string }>();
  let scores = new Float32Array(0);
  let stride = 0;

  function freeSlots(texts: readonly KnownText[]): readonly number[] {
    const wanted = new Map(texts.map(({ id, text }) => [id, text]));
    for (const [id, { text }] of slots) if (wanted.get(id) !== text) slots.delete(id);
    const used = new Set(Array.from(slots.values(), ({ slot }) => slot));
    return Array.from({ length: stride }, (_, slot) => slot).filter((slot) => !used.has(slot));
  }

  return async (
    texts: readonly KnownText[],
    pause: () => Promise<void>,
  ): Promise<(a: number, b: number) => number> => {
    if (texts.length > most) throw new RangeError(`expected at most ${most} texts, got ${texts.length}`);
    if (texts.length > stride) {
      slots.clear();
      stride = Math.min(most, texts.length * 2);
      scores = new Float32Array(stride * stride);
    }
    const free = [...freeSlots(texts)];
    const isNew = texts.map(({ id, text }) => {
      if (slots.has(id)) return false;
      slots.set(id, { slot: free.pop()!, text });
      return true;
    });
    const slotOf = texts.map(({ id }) => slots.get(id)!.slot);
    let judged = 0;
    for (const [at, text] of texts.entries()) {
      const near: number[] = [];
      for (let other = at + 1; other < texts.length; other += 1) {
        if (!isNew[at] && !isNew[other]) continue;
        scores[slotOf[at]! * stride + slotOf[other]!] = 0;
        scores[slotOf[other]! * stride + slotOf[at]!] = 0;
        if (cosine(text.vector, texts[other]!.vector) >= MIN_COSINE) near.push(other);
      }
      for (let from = 0; from < near.length; from += JUDGEMENTS_PER_PAUSE) {
        const part = near.slice(from, from + JUDGEMENTS_PER_PAUSE);
        const judgements = await judge.judge(
          text,
          part.map((other) => texts[other]!),
        );
        for (const [index, other] of part.entries()) {
          const { relation, score } = judgements[index]!;
          const like = relation === "opposite" ? -1 : score;
          scores[slotOf[at]! * stride + slotOf[other]!] = like;
          scores[slotOf[other]! * stride + slotOf[at]!] = like;
        }
        judged += part.length;
        if (judged < JUDGEMENTS_PER_PAUSE) continue;
        judged = 0;
        await pause();
      }
    }
    return (a, b) => scores[slotOf[a]! * stride + slotOf[b]!]!;
  };
}
