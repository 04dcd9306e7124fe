import { chunk } from "../../core/chunk.ts";
import { acceptedCode, type CodePiece } from "../../core/check/accepted-code.ts";
import { languageOfPath } from "../../core/check/language-of-path.ts";
import { correctionIdsOf } from "../../core/correction/from-feedback.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { defined } from "../../core/defined.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import { dedent } from "../../core/text/dedent.ts";
import { effectiveVersion, presentVersion, type Rule } from "../../core/rule/rule.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { CorrectionStore } from "../../ports/correction-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { SubmissionStore } from "../../ports/submission-store.ts";
import { currentCluster } from "../cluster/change-cluster.ts";

export interface CheckEvidenceParts {
  readonly rules: Pick<RuleStore, "inForce" | "pending">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly clusters: Pick<ClusterStore, "find" | "members">;
  readonly corrections: Pick<CorrectionStore, "find" | "list">;
  readonly submissions: Pick<SubmissionStore, "find" | "list">;
}

/** What a check of a rule is made from and tried on. */
export interface CheckEvidence {
  /** The rule's own corrections, with both sides. */
  readonly own: readonly EditedCorrection[];
  /** Both sides of corrections that belong to other rules. */
  readonly others: readonly CodePiece[];
  /** Work that people accepted: approved submissions, and what became of corrections of no rule. */
  readonly accepted: readonly CodePiece[];
  /** Every stored correction with code, newest first. */
  readonly all: readonly EditedCorrection[];
}

/** The id of an example that is no recorded correction. */
export const NO_CORRECTION = "";

/** A correction with both sides, ready to be parsed. */
export interface EditedCorrection {
  readonly id: string;
  readonly path?: string;
  /** Absent if its file does not say it: then only its words can be checked. */
  readonly language?: string;
  readonly before: string;
  readonly after: string;
}

const MAX_MEMBERS = 200;
const MAX_OWN = 100;
const MAX_OTHER_EVIDENCE = 4_000;
const MAX_CORRECTIONS = 2_000;
const MAX_SUBMISSIONS = 200;
const PAGE = 500;

/** Reads the newest of each kind, so that the cost is bounded however long the history is. */
export const loadCheckEvidence =
  (parts: CheckEvidenceParts) =>
  async (rule: Rule): Promise<CheckEvidence> => {
    const own = await correctionsOfRule(parts)(rule);
    const ownIds = new Set(own.map(({ id }) => id));
    const otherIds = await correctionIdsOfOthers(parts, rule.id);
    const others: CodePiece[] = [];
    const accepted: CodePiece[] = [];
    const all: EditedCorrection[] = [];
    for (let after: string | undefined, more = true; more && all.length < MAX_CORRECTIONS;) {
      const page = await parts.corrections.list({ withEdit: true, limit: PAGE, ...defined({ after }) });
      for (const item of page.items) {
        const correction = toEdited(item);
        if (correction === undefined) continue;
        all.push(correction);
        if (ownIds.has(correction.id)) continue;
        if (otherIds.has(correction.id))
          others.push(...[correction.before, correction.after].flatMap((code) => pieceOf(correction, code)));
        else if (item.outcome === "landed") accepted.push(...pieceOf(correction, correction.after));
      }
      after = page.next;
      more = after !== undefined;
    }
    for (const submission of await acceptedSubmissions(parts)) accepted.push(...acceptedCode(submission));
    return { own, others, accepted, all };
  };

/** The corrections behind a rule that have code before and after. */
export const correctionsOfRule =
  ({ feedback, clusters, corrections }: Pick<CheckEvidenceParts, "feedback" | "clusters" | "corrections">) =>
  async (rule: Rule): Promise<readonly EditedCorrection[]> => {
    const cluster = rule.cluster_id === null ? undefined : await currentCluster(clusters, rule.cluster_id);
    const members =
      cluster === undefined ? [] : (await clusters.members(cluster.id, { limit: MAX_MEMBERS })).items;
    const ids = new Set([
      ...presentVersion(rule).evidence.slice(-MAX_MEMBERS),
      ...members.map(({ feedback_id }) => feedback_id),
    ]);
    const records = await feedback.findAll([...ids]);
    const found: EditedCorrection[] = [];
    for (const id of new Set(records.filter(isEvidence).flatMap(correctionIdsOf))) {
      const item = await corrections.find(id);
      const correction = item === undefined ? undefined : toEdited(item);
      if (correction !== undefined) found.push(correction);
      if (found.length >= MAX_OWN) break;
    }
    return found;
  };

/** Undefined for a correction without both sides, and for one that the discussion declined. */
export function toEdited({ id, path, before, after, outcome }: PastCorrection): EditedCorrection | undefined {
  if (before === undefined || after === undefined || outcome === "declined") return undefined;
  const language = path === undefined ? undefined : languageOfPath(path);
  return { id, before: dedent(before), after: dedent(after), ...defined({ path, language }) };
}

const pieceOf = ({ id, language }: EditedCorrection, code: string): readonly CodePiece[] =>
  code.trim() === "" ? [] : [{ id, code, ...defined({ language }) }];

async function correctionIdsOfOthers(
  { rules, feedback }: Pick<CheckEvidenceParts, "rules" | "feedback">,
  ruleId: string,
): Promise<ReadonlySet<string>> {
  const others = [...(await rules.inForce()), ...(await rules.pending())].filter(({ id }) => id !== ruleId);
  const ids = [...new Set(others.flatMap((rule) => effectiveVersion(rule).evidence))];
  const found = new Set<string>();
  for (const some of chunk(ids.slice(0, MAX_OTHER_EVIDENCE), PAGE)) {
    const records: readonly Feedback[] = await feedback.findAll(some);
    for (const id of records.flatMap(correctionIdsOf)) found.add(id);
  }
  return found;
}

async function acceptedSubmissions({ submissions }: Pick<CheckEvidenceParts, "submissions">) {
  const { items } = await submissions.list({ status: "decided", order: "closed", limit: MAX_SUBMISSIONS });
  const approved = items.filter(({ decision }) => decision !== undefined && decision.decision !== "rejected");
  const found = [];
  for (const { id } of approved) {
    const submission = await submissions.find(id);
    if (submission !== undefined) found.push(submission);
  }
  return found;
}
