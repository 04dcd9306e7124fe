import {
  type FolderOf,
  correctionPath,
  isCorrectionPath,
  recordIdOf,
  recordPath,
  evaluatedIdOf,
  evaluationPath,
  clusterKeyOf,
  clusterPath,
  ruleIdOfPath,
  rulePath,
} from "../../core/ledger/ledger-path.ts";
import type { Result } from "../../core/result.ts";
import type { LedgerDocument } from "../../ports/ledger.ts";
import { defined } from "../../core/defined.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import {
  parseFeedback,
  renderRecord,
  parseEvaluation,
  renderEvaluation,
  type ClusterFile,
  renderCluster,
  parseCluster,
  parseRule,
  renderRule,
} from "../../core/ledger/ledger-documents.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { type EvaluationRecord, standingOf } from "../../core/evaluation/evaluation.ts";
import type { EvaluationStore, RuleStore } from "../../ports/rule-store.ts";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { Store } from "../../ports/store.ts";

/** One kind of record in the ledger: its paths, what the store contains, and how to restore it. */
export interface LedgerShelf {
  readonly name: "feedback" | "rules" | "evaluations" | "clusters";
  /** The key of a path, shared by all paths of the same record; undefined for other paths. */
  readonly keyOf: (path: string) => string | undefined;
  /** The store's records, newest first; `after` is the `next` of the previous page. */
  readonly list: (after?: string) => Promise<ShelfPage>;
  /** Whether a file is read on a rebuild; the others are only copies. */
  readonly wants: (path: string) => boolean;
  readonly maxBytes: number;
  /** The number of files restored at once. */
  readonly together: number;
  /** Restores files into the store; results are in order. */
  readonly restore: (documents: readonly LedgerDocument[]) => Promise<readonly Restored[]>;
}

interface ShelfPage {
  readonly items: readonly ShelfItem[];
  readonly next?: string;
}

export interface ShelfItem {
  readonly time: string;
  /** Its files; called in the order of the list. */
  readonly place: (folderOf: FolderOf) => PlacedItem;
}

interface PlacedItem {
  /** The keys it owns: other files with these keys are outdated. */
  readonly keys: readonly string[];
  readonly files: readonly ShelfFile[];
}

export interface ShelfFile {
  readonly path: string;
  /** Rendered lazily, so that a page of large records is in memory once. */
  readonly text: () => string;
}

export type Restored =
  | { readonly state: "new" | "known"; readonly path: string }
  | { readonly state: "unreadable"; readonly path: string; readonly reason: string };

/** Restores each readable document; `put` returns false if the store already has it. */
const restoreEach =
  <Value>(
    read: (value: unknown, path: string) => Result<Value, string>,
    put: (value: Value) => Promise<boolean>,
  ): LedgerShelf["restore"] =>
  (documents) =>
    Promise.all(
      documents.map(async ({ path, value }): Promise<Restored> => {
        const checked = read(value, path);
        if (!checked.ok) return { state: "unreadable", path, reason: checked.error };
        return { state: (await put(checked.value)) ? "new" : "known", path };
      }),
    );

const FEEDBACK_PAGE = 500;
/** More than any valid record takes, even fully escaped. */
const FEEDBACK_MAX_BYTES = 2 * 1024 * 1024;

/** Feedback, and the newest correction of each task; valid for one comparison, because it remembers the tasks. */
function createFeedbackShelf(store: FeedbackStore): LedgerShelf {
  const newest = new Map<string, string>();
  const isShown = (task: string, id: string): boolean => {
    if (!newest.has(task)) newest.set(task, id);
    return newest.get(task) === id;
  };
  const toItem = (record: Feedback): ShelfItem => ({
    time: record.time,
    place: (folderOf) => {
      const { id, task, correction } = record;
      const own = { path: recordPath(record, folderOf), text: () => renderRecord(record) };
      if (task === undefined) return { keys: [id], files: [own] };
      const copy = correctionPath(task, folderOf);
      const diff = correction?.diff;
      return {
        keys: [id, copy],
        files: diff !== undefined && isShown(task, id) ? [own, { path: copy, text: () => diff }] : [own],
      };
    },
  });
  return {
    name: "feedback",
    keyOf: (path) => recordIdOf(path) ?? (isCorrectionPath(path) ? path : undefined),
    list: async (after) => {
      const { items, next } = await store.list({ limit: FEEDBACK_PAGE, ...defined({ after }) });
      return { items: items.map(toItem), ...defined({ next }) };
    },
    wants: (path) => recordIdOf(path) !== undefined,
    maxBytes: FEEDBACK_MAX_BYTES,
    together: FEEDBACK_PAGE,
    restore: (documents) => restoreRecords(store, documents),
  };
}

/** In one call, because a store records many at once faster. */
async function restoreRecords(
  store: FeedbackStore,
  documents: readonly LedgerDocument[],
): Promise<readonly Restored[]> {
  const readings = documents.map(({ path, value }) => ({ path, read: parseFeedback(value, path) }));
  const recorded = await store.record(readings.flatMap(({ read }) => (read.ok ? [read.value] : [])));
  const states = recorded.values();
  return readings.map(({ path, read }) =>
    read.ok
      ? { state: states.next().value?.state ?? "known", path }
      : { state: "unreadable", path, reason: read.error },
  );
}

const EVALUATION_PAGE = 500;
const EVALUATION_MAX_BYTES = 2 * 1024 * 1024;

/** Evaluations; an edge case includes its text, because it is read on its own. */
const createEvaluationShelf = (
  evaluations: EvaluationStore,
  feedback: Pick<FeedbackStore, "findAll">,
): LedgerShelf => ({
  name: "evaluations",
  keyOf: evaluatedIdOf,
  list: async (after) => {
    const { items, next } = await evaluations.list({
      limit: EVALUATION_PAGE,
      ...defined({ after }),
    });
    const words = await wordsOf(feedback, items);
    return {
      items: items.map((record) => ({
        time: record.updated_at,
        place: () => ({
          keys: [record.feedback_id],
          files: [
            {
              path: evaluationPath(record),
              text: () => renderEvaluation(record, words.get(record.feedback_id)),
            },
          ],
        }),
      })),
      ...defined({ next }),
    };
  },
  wants: (path) => evaluatedIdOf(path) !== undefined,
  maxBytes: EVALUATION_MAX_BYTES,
  together: EVALUATION_PAGE,
  restore: restoreEach(parseEvaluation, (record) => evaluations.restore(record)),
});

async function wordsOf(
  feedback: Pick<FeedbackStore, "findAll">,
  records: readonly EvaluationRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = records
    .filter((record) => standingOf(record) === "edge_case")
    .map(({ feedback_id }) => feedback_id);
  const found = ids.length === 0 ? [] : await feedback.findAll(ids);
  return new Map(
    found.flatMap(({ id, similarity_text }) =>
      similarity_text.trim() === "" ? [] : [[id, similarity_text] as const],
    ),
  );
}

const CLUSTER_PAGE = 20;
const MEMBERS_PAGE = 500;
/** Some 40,000 members. */
const CLUSTER_MAX_BYTES = 8 * 1024 * 1024;

/** Clusters and what people did with them. */
const createClusterShelf = (clusters: ClusterStore): LedgerShelf => ({
  name: "clusters",
  keyOf: clusterKeyOf,
  list: async (after) => {
    const { items, next } = await clusters.list({
      order: "recent",
      limit: CLUSTER_PAGE,
      ...defined({ after }),
    });
    const files: ClusterFile[] = [];
    for (const cluster of items) files.push(await fileOf(clusters, cluster));
    return {
      items: files.map((file) => {
        const path = clusterPath(file.id);
        return {
          time: file.members.at(-1)?.time ?? "",
          place: () => ({
            keys: [clusterKeyOf(path) ?? file.id],
            files: [{ path, text: () => renderCluster(file) }],
          }),
        };
      }),
      ...defined({ next }),
    };
  },
  wants: (path) => clusterKeyOf(path) !== undefined,
  maxBytes: CLUSTER_MAX_BYTES,
  together: CLUSTER_PAGE,
  restore: restoreEach(parseCluster, (cluster) => clusters.restore(cluster)),
});

async function fileOf(clusters: ClusterStore, { id, name, representative }: Cluster): Promise<ClusterFile> {
  const members: ClusterMember[] = [];
  let after: string | undefined;
  do {
    const page = await clusters.members(id, { limit: MEMBERS_PAGE, ...defined({ after }) });
    members.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return {
    id,
    name: name ?? null,
    representative,
    ...(await clusters.ties(id)),
    members: members
      .toSorted((a, b) => compareMembers(a, b))
      .map(({ feedback_id, time, author, trust, agent, score, by }) => ({
        feedback_id,
        time,
        author,
        trust,
        agent,
        score,
        ...defined({ by }),
      })),
  };
}

/** By time and id, so that the file does not depend on the order of the members. */
const compareMembers = (a: ClusterMember, b: ClusterMember): number =>
  a.time === b.time ? (a.feedback_id < b.feedback_id ? -1 : 1) : a.time < b.time ? -1 : 1;

const PAGE = 100;

/** Enough for hundreds of versions with hundreds of records of evidence each. */
const MAX_BYTES = 8 * 1024 * 1024;

const createRuleShelf = (rules: RuleStore): LedgerShelf => ({
  name: "rules",
  keyOf: ruleIdOfPath,
  list: async (after) => {
    const { items, next } = await rules.list({ limit: PAGE, ...defined({ after }) });
    return {
      items: items.map((rule) => ({
        time: rule.updated_at,
        place: () => ({
          keys: [rule.id],
          files: [{ path: rulePath(rule), text: () => renderRule(rule) }],
        }),
      })),
      ...defined({ next }),
    };
  },
  wants: (path) => ruleIdOfPath(path) !== undefined,
  maxBytes: MAX_BYTES,
  together: PAGE,
  restore: restoreEach(parseRule, (rule) => rules.restore(rule)),
});

export type LedgerStore = Pick<Store, "feedback" | "rules" | "evaluations" | "clusters">;

/** All kinds of records, for one comparison. */
export const createLedgerShelves = (store: LedgerStore): readonly LedgerShelf[] => [
  createFeedbackShelf(store.feedback),
  createClusterShelf(store.clusters),
  createEvaluationShelf(store.evaluations, store.feedback),
  createRuleShelf(store.rules),
];
