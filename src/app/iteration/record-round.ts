import type { ActionableFeedback, Violation } from "../../core/actionable/actionable-feedback.ts";
import { lintFeedback } from "../../core/actionable/lint-feedback.ts";
import { buildRound, comparedItems, type RoundFacts, trackingOf } from "../../core/iteration/build-round.ts";
import { assignIssues, pastWordings } from "../../core/iteration/name-issues.ts";
import { COMPARED_ROUNDS, MAX_ROUND_ITEMS, type TaskRound } from "../../core/iteration/task-round.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { IterationStore } from "../../ports/iteration-store.ts";
import { StoreError } from "../../ports/errors.ts";
import { type IssueJudge, judgeFindings } from "./judge-findings.ts";

export interface RecordRoundPorts {
  readonly iterations: Pick<IterationStore, "add" | "track" | "rounds" | "findDocument">;
  /** Opened if words and locations do not show which issues are the same. */
  readonly learning: () => Promise<IssueJudge>;
  /** UTC to the millisecond. */
  readonly now: () => string;
}

export interface RoundInput {
  readonly task: string;
  readonly agent: string | null;
  /** An actionable-feedback document, not validated yet. */
  readonly document: unknown;
  /** The reviewed text; only fingerprints of its lines are stored. */
  readonly content?: string | undefined;
  /** Whether the result of this round was checked and passed. */
  readonly verified?: boolean | undefined;
  /** Rejects a document that is not actionable. */
  readonly strict?: boolean | undefined;
  readonly by: string;
}

export interface RoundProblem {
  readonly code:
    | "document_unfit"
    | "document_differs"
    | "round_taken"
    | "round_out_of_order"
    | "too_many_items";
  readonly message: string;
  /** The violations of an unfit document. */
  readonly violations: readonly Violation[];
}

export interface RecordedRound {
  /** `known` if the same document was recorded before, `updated` if it now has tracking data. */
  readonly state: "new" | "known" | "updated";
  readonly round: TaskRound;
  /** Violations of the standard, although the round was recorded. */
  readonly violations: readonly Violation[];
}

/** How often a concurrent round of the same task is retried. */
const MAX_TRIES = 10;

/**
 * Records a round of feedback on a task: which items repeat earlier issues, which reverse earlier demands, and
 * which issues escalate now. The same document is the same round. Rounds are recorded in order.
 */
export const recordRound =
  ({ iterations, learning, now }: RecordRoundPorts) =>
  async (input: RoundInput): Promise<Result<RecordedRound, RoundProblem>> => {
    const lint = lintFeedback(input.document, { strict: input.strict === true });
    const { violations } = lint;
    const document = lint.kind === "document" ? lint.document : undefined;
    if (document === undefined || (input.strict === true && !lint.actionable)) {
      return fail({ code: "document_unfit", message: unfitMessage(lint.kind, violations), violations });
    }
    if (document.feedback_items.length > MAX_ROUND_ITEMS) {
      const message = `expected at most ${MAX_ROUND_ITEMS} items in a round, got ${document.feedback_items.length}; keep the most important`;
      return fail({ code: "too_many_items", message, violations });
    }
    const { task, agent, content, verified, by } = input;
    const key = { task, agent };
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const known = await iterations.findDocument(key, document.id);
      if (known !== undefined) return sameDocument(known, document, violations);
      const earlier = await iterations.rounds(key, COMPARED_ROUNDS);
      const orderProblem = checkOrder(document, earlier.at(-1));
      if (orderProblem !== undefined) return fail({ ...orderProblem, violations });
      const facts: RoundFacts = { ...key, document, content, verified, recorded_at: now(), recorded_by: by };
      const items = comparedItems(document);
      const wordings = pastWordings(earlier, document.target.path);
      const relations = await judgeFindings(items, wordings, learning);
      const position = (earlier.at(-1)?.position ?? 0) + 1;
      const round = buildRound(
        facts,
        earlier,
        assignIssues(items, wordings, relations, { ...key, position }),
      );
      if (await iterations.add(round)) return ok({ state: "new", round, violations });
    }
    throw new StoreError(
      "store_locked",
      "other rounds of this task are being recorded at the same time; try again",
    );

    async function sameDocument(
      round: TaskRound,
      again: ActionableFeedback,
      found: readonly Violation[],
    ): Promise<Result<RecordedRound, RoundProblem>> {
      if (contentKey(round) !== contentKey(roundOf(round, again))) {
        const message = `document ${again.id} is already recorded as round ${round.number} with different items or another score; give a changed document a new id`;
        return fail({ code: "document_differs", message, violations: found });
      }
      const tracking = { ...round.tracking, ...trackingOf(again) };
      if (JSON.stringify(tracking) === JSON.stringify(round.tracking)) {
        return ok({ state: "known", round, violations: found });
      }
      await iterations.track(key, round.position, tracking);
      return ok({ state: "updated", round: { ...round, tracking }, violations: found });
    }
  };

function unfitMessage(kind: string, violations: readonly Violation[]): string {
  if (kind !== "document") {
    return "expected an actionable-feedback document as a JSON object; `emend feedback schema` prints its schema";
  }
  const first = violations.find(({ severity }) => severity === "error");
  const more = violations.length - 1;
  return `the document does not match the schema: ${first?.message ?? "unknown"}${more > 0 ? ` (and ${more} more)` : ""}`;
}

function checkOrder(
  { iteration: { number } }: ActionableFeedback,
  last: TaskRound | undefined,
): Pick<RoundProblem, "code" | "message"> | undefined {
  if (last === undefined || number > last.number) return undefined;
  const next = `the next round is ${last.number + 1} or later; to start over, use another task name`;
  return number === last.number
    ? {
        code: "round_taken",
        message: `round ${number} is already recorded from document ${last.document_id}; ${next}`,
      }
    : {
        code: "round_out_of_order",
        message: `round ${number} is too late, because round ${last.number} is already recorded; ${next}`,
      };
}

/** A recorded round as a document would make it. */
const roundOf = (round: TaskRound, document: ActionableFeedback): TaskRound =>
  buildRound(
    { ...round, document, content: undefined, verified: undefined },
    [],
    document.feedback_items.map(() => ({ issue_id: "" })),
  );

/** The parts that identify a document's content. */
const contentKey = ({ number, score, verdict, items }: TaskRound): string =>
  JSON.stringify([
    number,
    score,
    verdict,
    items.map(({ issue, action, location, severity }) => [
      issue,
      action,
      location.type,
      location.reference,
      severity,
    ]),
  ]);
