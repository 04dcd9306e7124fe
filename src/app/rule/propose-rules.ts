import { defined } from "../../core/defined.ts";
import { isEvidence, isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { standingOf, type EvaluationRecord } from "../../core/evaluation/evaluation.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { asPeople } from "../../core/person/people.ts";
import { entryName } from "../../core/catalogue/catalogue-entry.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { findVersion, isOpen, type Rule, wantsWords, ruleId } from "../../core/rule/rule.ts";
import { hasNoNewEvidence, isEvidenceForRule } from "../../core/rule/propose/evidence-summary.ts";
import {
  type InstructionProposal,
  instructionProposal,
  wordlessProposal,
  type DraftProblem,
} from "../../core/rule/propose/write-proposal.ts";
import { type Recurrence, recurrenceOf } from "../../core/rule/propose/recurrence.ts";
import { isSpecific } from "../../core/rule/propose/is-specific.ts";
import { remarkOfFeedback } from "../../core/rule/draft/read-remarks.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { EvaluationStore } from "../../ports/rule-store.ts";
import type { Evaluator } from "../../ports/evaluator.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import { decideOnEvaluation } from "../evaluation/decide-on-evaluation.ts";
import { askForWords } from "./ask-for-words.ts";
import { isConvention, proposeConventions } from "./propose-conventions.ts";
import { type DecideParts, decideRule, EMEND_ACTOR } from "./decide-rule.ts";
import { type DraftParts, draftRule } from "./draft-rule.ts";
import { findProposableClusters } from "../cluster/find-proposable-clusters.ts";
import { currentCluster } from "../cluster/change-cluster.ts";

export interface ProposeParts extends DecideParts {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  readonly clusters: Pick<
    ClusterStore,
    "find" | "list" | "members" | "membershipsOf" | "found" | "nameFirst"
  >;
  readonly evaluations: EvaluationStore;
  readonly evaluator: Pick<Evaluator, "draft">;
  /** Re-evaluates feedback whose class no longer fits its cluster. */
  readonly evaluate?: (feedbackIds: readonly string[], mode: "again") => Promise<unknown>;
  /** Without it, every rule uses the feedback's own words. */
  readonly catalogue?: DraftParts["catalogue"];
}

export interface SkippedCluster {
  readonly cluster_id: string;
  /** The code of a failed command or draft, or `cluster_not_found`, `too_little_evidence` or `says_nothing`. */
  readonly code: string;
  readonly message: string;
}

export interface ProposedRules {
  readonly proposed: readonly Rule[];
  readonly skipped: readonly SkippedCluster[];
}

/** The newest members that a draft uses; more would not change it. */
const MAX_MEMBERS = 200;

/**
 * Proposes a rule for each cluster that recurs and has none. It is idempotent, also for concurrent calls. For
 * requested clusters, all skipped ones are reported; otherwise only those that a person can do something about,
 * once: a cluster is considered again when something in it changes.
 */
export const proposeRules = (parts: ProposeParts) => {
  const decide = decideRule(parts);
  const evaluate = decideOnEvaluation(parts);
  const words = askForWords(parts);
  const word = draftRule(parts);
  const { catalogue } = parts;
  const conventions = catalogue === undefined ? undefined : proposeConventions({ ...parts, catalogue });
  /** The cluster's mark at which nothing could be proposed, by id. */
  const settled = new Map<string, string>();
  /** The mark at which every member's class fits the cluster, by id. */
  const classed = new Map<string, string>();

  /** A single occurrence may have recurred since, or clusters were merged. */
  async function reclassify(id: string, mark: string | undefined): Promise<void> {
    if (parts.evaluate === undefined || (mark !== undefined && classed.get(id) === mark)) return;
    if (classed.size >= MAX_SETTLED) classed.clear();
    if (mark !== undefined) classed.set(id, mark);
    const { items } = await parts.clusters.members(id, { limit: MAX_MEMBERS });
    if (items.length < 2) return;
    const records = await parts.evaluations.findAll(items.map(({ feedback_id }) => feedback_id));
    const outdated = Array.from(records.values()).filter(
      ({ resolution, evaluation: { classification } }) =>
        resolution === null &&
        (classification === "edge_case" ||
          (classification === "generalizable_low" && items.length >= parts.policy.occurrences)),
    );
    if (outdated.length === 0) return;
    const remarks = await parts.feedback.findAll(outdated.map(({ feedback_id }) => feedback_id));
    // A convention is an edge case until its rule is in force.
    const ids = remarks.filter(({ convention }) => convention !== true).map((record) => record.id);
    if (ids.length > 0) await parts.evaluate(ids, "again");
  }

  /** Collects the evidence for a cluster's rule, or says why there is nothing to propose. */
  async function gather(asked: string, byPerson: boolean): Promise<Result<Gathered, SkipReason>> {
    const skip = createSkip(asked);
    const cluster = await currentCluster(parts.clusters, asked);
    if (cluster === undefined) return skip("cluster_not_found", "there is no such cluster");
    const known = await parts.rules.ofCluster(cluster.id);
    const open = known.find(isOpen);
    const wordless = open !== undefined && wantsWords(open) ? open : undefined;
    if (open !== undefined && wordless === undefined) {
      return open.pending === null
        ? skip("already_active", `rule ${open.id} is in force; modify it instead`)
        : skip("already_proposed", `rule ${open.id} is waiting for a decision`);
    }
    const { items } = await parts.clusters.members(cluster.id, { limit: MAX_MEMBERS });
    const ids = items.map(({ feedback_id }) => feedback_id);
    const records = await parts.evaluations.findAll(ids);
    if (!Array.from(records.values()).some((record) => standingOf(record) === "generalizable_high")) {
      const waits = records.size < items.length;
      return skip("too_little_evidence", "nothing in it generalises yet", waits);
    }
    const own = ruleId({ cluster_id: cluster.id });
    // An earlier rule, also of a cluster that was merged into this one, is proposed again instead of a new one.
    const earlier = wordless ?? known.find(({ id }) => id === own) ?? known[0];
    const members = items.filter(({ feedback_id }) => isEvidenceForRule(records.get(feedback_id)));
    const stale =
      earlier === undefined || wordless !== undefined ? undefined : hasNoNewEvidence(earlier, members);
    if (stale !== undefined) return skip("no_new_evidence", stale);
    const remarks = await parts.feedback.findAll(members.map(({ feedback_id }) => feedback_id));
    const feedback = asPeople(remarks.filter(isCorrection), await parts.people.read());
    const scores = new Map(members.map(({ feedback_id, score }) => [feedback_id, score]));
    const recurrence = recurrenceOf(
      feedback.filter(isEvidence),
      parts.policy,
      ({ id }) => scores.get(id) ?? 0,
    );
    const isPromoted = Array.from(records.values()).some(
      ({ resolution }) => resolution?.as === "generalizable",
    );
    const instruction = instructionProposal(feedback);
    if (!recurrence.recurs && !isPromoted && !byPerson && instruction === undefined) {
      return skip(
        "too_little_evidence",
        "a pattern needs three occasions, or two people who use the same words",
      );
    }
    return ok({
      asked,
      cluster,
      wordless,
      earlier,
      id: earlier?.id ?? own,
      records,
      feedback,
      recurrence,
      isPromoted,
      instruction,
    });
  }

  /** Without a mark, somebody requested this cluster. */
  async function propose(
    {
      asked,
      cluster,
      wordless,
      earlier,
      id,
      records,
      feedback,
      recurrence,
      isPromoted,
      instruction,
    }: Gathered,
    mark: string | undefined,
  ): Promise<Result<Rule, SkipReason>> {
    const byPerson = mark === undefined;
    const skip = createSkip(asked);
    if (!byPerson && isConvention(feedback)) {
      return skip("convention", "reviews of people's work are evaluated together");
    }
    const isSaid = byPerson || feedback.some(({ author }) => author.trust === "person");
    const askForText = async (problem: Pick<DraftProblem, "message" | "suggestions">) => {
      if (wordless !== undefined)
        return skip("wants_words", `the proposed rule ${id} needs a text from a person`);
      const asking = isSaid ? wordlessProposal(feedback, problem) : undefined;
      if (asking === undefined) {
        return skip(
          "wants_words",
          `${problem.message} Only tools reported it; to have a rule, propose your own.`,
        );
      }
      const question = { ...asking, rule_id: id, cluster_id: cluster.id };
      if (mark !== undefined) {
        words.keep({ ...question, mark });
        return skip("wants_words", problem.message);
      }
      const decided = await words.ask(question);
      if (!decided.ok) return skip(decided.error.code, decided.error.message);
      await nameProposal(records.values(), id);
      return ok(decided.value);
    };
    const proposeWords = async ({
      rule,
      evidence,
      confidence,
      note,
    }: Worded): Promise<Result<Rule, SkipReason>> => {
      const noted = defined({ note });
      const proposal = { id, by: EMEND_ACTOR, cluster_id: cluster.id, rule, evidence, confidence, ...noted };
      const decided = await decide(id, { type: "propose", ...proposal });
      if (!decided.ok) return skip(decided.error.code, decided.error.message);
      await nameProposal(records.values(), id);
      return ok(decided.value);
    };
    const instructed = instruction !== undefined && !recurrence.recurs && !isPromoted;
    if (instructed) return proposeWords(instruction);
    if (!feedback.some(isSpecific)) {
      return isPromoted
        ? askForText({
            message: "Somebody said that this should be a rule, and no remark says what is wrong.",
          })
        : skip("says_nothing", "no feedback says what is wrong, so there is nothing to make a rule from");
    }
    if (!isSaid && (await parts.rules.pending()).length >= MAX_WAITING) {
      return skip(
        "too_many_waiting",
        `${MAX_WAITING} proposals are pending; decide some first (until then, only feedback from people is proposed)`,
      );
    }
    const worded = await word(evidenceOf(feedback).map(remarkOfFeedback));
    const draft = await parts.evaluator.draft({ cluster_id: cluster.id, feedback, draft: worded });
    if (!draft.ok) {
      if (draft.error.code !== "wants_words") return skip(draft.error.code, draft.error.message);
      return instruction === undefined ? askForText(draft.error) : proposeWords(instruction);
    }
    const proposed = await proposeWords(draft.value);
    // Only once, because a person may remove the name.
    if (proposed.ok && worded.ok && worded.entry !== undefined && earlier === undefined) {
      await parts.clusters.nameFirst(cluster.id, entryName(worded.entry.id));
    }
    return proposed;
  }

  /** Records in the evaluations which rule was proposed. */
  async function nameProposal(records: Iterable<EvaluationRecord>, proposal: string): Promise<void> {
    for (const { feedback_id, evaluation } of records) {
      const action = evaluation.proposed_action;
      if (action === null || action.action_type !== "CREATE_RULE" || action.proposal_id !== null) continue;
      const named = { ...evaluation, proposed_action: { ...action, proposal_id: proposal } };
      await evaluate(feedback_id, { type: "evaluate", by: EMEND_ACTOR, evaluation: named });
    }
  }

  /** Clusters that may have changed, strongest pattern first. */
  async function bestFirst(asked: readonly Candidate[]) {
    const ranked: (Candidate & { readonly gathered: Result<Gathered, SkipReason> })[] = [];
    for (const { id, mark } of asked) {
      if (mark !== undefined && settled.get(id) === mark) continue;
      await reclassify(id, mark);
      ranked.push({ id, mark, gathered: await gather(id, mark === undefined) });
    }
    const strengthOf = ({ gathered }: (typeof ranked)[number]): number =>
      gathered.ok ? gathered.value.recurrence.strength : 0;
    return ranked.toSorted((a, b) => strengthOf(b) - strengthOf(a));
  }

  return async (input: { readonly clusterIds?: readonly string[] } = {}): Promise<ProposedRules> => {
    const requested = input.clusterIds?.map((id): Candidate => ({ id, mark: undefined }));
    const proposed: Rule[] = [];
    const skipped: SkippedCluster[] = [];
    const found: readonly Candidate[] = requested ?? (await findProposableClusters(parts)());
    for (const { id, mark, gathered } of await bestFirst(found)) {
      words.forget(id);
      const result = gathered.ok ? await propose(gathered.value, mark) : gathered;
      if (result.ok) {
        proposed.push(result.value);
        continue;
      }
      const { settled: done, ...passed } = result.error;
      if (requested !== undefined || !UNREPORTED.has(passed.code)) skipped.push(passed);
      if (mark === undefined || !done) continue;
      if (settled.size >= MAX_SETTLED) settled.clear();
      settled.set(id, mark);
    }
    if (requested !== undefined) return { proposed, skipped };
    proposed.push(...((await conventions?.()) ?? []));
    const marks = new Map(found.flatMap(({ id, mark = "" }) => [[id, mark] as const]));
    for (const rule of await words.askFew(marks)) {
      const { evidence } = findVersion(rule, rule.pending) ?? { evidence: [] };
      await nameProposal((await parts.evaluations.findAll(evidence)).values(), rule.id);
      proposed.push(rule);
    }
    return { proposed, skipped };
  };
};

/** A cluster to consider; without a mark, somebody requested it. */
interface Candidate {
  readonly id: string;
  readonly mark: string | undefined;
}

/** The evidence for a cluster's rule. */
interface Gathered {
  /** The requested id; the cluster may have been merged since. */
  readonly asked: string;
  readonly cluster: Cluster;
  readonly wordless: Rule | undefined;
  /** The rule that was decided before and is proposed again. */
  readonly earlier: Rule | undefined;
  readonly id: string;
  readonly records: ReadonlyMap<string, EvaluationRecord>;
  readonly feedback: readonly Feedback[];
  readonly recurrence: Recurrence;
  /** A person marked it as generalisable. */
  readonly isPromoted: boolean;
  /** A standing instruction, which needs no second remark. */
  readonly instruction: InstructionProposal | undefined;
}

type Worded = Omit<InstructionProposal, "note"> & Partial<Pick<InstructionProposal, "note">>;

const createSkip =
  (clusterId: string) =>
  (code: string, message: string, open = false): Result<never, SkipReason> =>
    fail({ cluster_id: clusterId, code, message, settled: !open && !TEMPORARY.has(code) });

interface SkipReason extends SkippedCluster {
  /** Only a change of the cluster can alter it. */
  readonly settled: boolean;
}

/** Usual reasons that need not be reported. */
const UNREPORTED: ReadonlySet<string> = new Set([
  "already_active",
  "already_proposed",
  "too_little_evidence",
  "says_nothing",
  "too_many_waiting",
  "wants_words",
  "convention",
]);
/** Temporary reasons. */
const TEMPORARY: ReadonlySet<string> = new Set([
  "already_active",
  "already_proposed",
  "rule_busy",
  "too_many_waiting",
]);
const MAX_SETTLED = 5_000;
/** Beyond this many, feedback by programs alone is only proposed on request, so that people are not flooded. */
const MAX_WAITING = 50;

/** The evidence for a draft, oldest first, without outsiders. */
const evidenceOf = (feedback: readonly Feedback[]): readonly Feedback[] =>
  feedback.filter(isEvidence).toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id));
