import type { Outcome } from "../../src/core/feedback/feedback.ts";
import type { Told } from "./lab-request.ts";

type Fate = Told["fate"];

/** Pieces of feedback that were sent in one request, each found again by its own comment. */
interface FeedbackFact {
  readonly kind: "feedback";
  readonly comments: readonly string[];
  readonly fate: Fate;
}

/** Decisions that were made elsewhere, told over HTTP or published to the stream. */
interface DecisionFact {
  readonly kind: "decision";
  readonly decisionId: string;
  readonly by: "http" | "stream";
  readonly fate: Fate;
}

interface SubmissionFact {
  readonly kind: "submission";
  readonly title: string;
  readonly id?: string;
  readonly fate: Fate;
}

interface AnswerFact {
  readonly kind: "answer";
  readonly submissionId: string;
  readonly reviewer: string;
  readonly decision: Outcome;
  readonly fate: Fate;
}

interface ProposalFact {
  readonly kind: "proposal";
  readonly text: string;
  readonly ruleId?: string;
  readonly fate: Fate;
}

interface ApprovalFact {
  readonly kind: "approval";
  readonly ruleId: string;
  readonly by: string;
  readonly fate: Fate;
}

interface RetirementFact {
  readonly kind: "retirement";
  readonly ruleId: string;
  readonly fate: Fate;
}

interface TokenFact {
  readonly kind: "token";
  readonly name: string;
  readonly id?: string;
  readonly text?: string;
  /** Making one takes no key, so each attempt may have made one. */
  readonly attempts: number;
  readonly fate: Fate;
}

/** The same request again under its key was not answered as before. */
interface RepeatFact {
  readonly kind: "repeat";
  readonly path: string;
  readonly first: string;
  readonly second: string;
  readonly fate: Fate;
}

/** What one client asked for, and what it was told. */
export type Fact =
  | FeedbackFact
  | DecisionFact
  | SubmissionFact
  | AnswerFact
  | ProposalFact
  | ApprovalFact
  | RetirementFact
  | TokenFact
  | RepeatFact;
