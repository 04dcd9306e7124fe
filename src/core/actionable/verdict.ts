import type { ItemSeverity, Phase, Verdict } from "./actionable-feedback.ts";

export interface VerdictInput {
  readonly items: readonly { readonly severity: ItemSeverity }[];
  readonly score: number;
  /** An unknown confidence does not escalate. */
  readonly confidence?: number;
  /** The same issue occurred in 3 of the last 5 rounds. */
  readonly repeated?: boolean;
  readonly iteration?: { readonly number: number; readonly max: number; readonly phase: Phase };
}

export type VerdictRow = "low_confidence" | "repeated_issue" | "blocking" | "good_enough" | "otherwise";

export interface VerdictAnswer {
  readonly verdict: Verdict;
  /** All verdicts that the row allows, including the computed one. */
  readonly allowed: readonly Verdict[];
  readonly row: VerdictRow;
  readonly reason: string;
}

const LOW_CONFIDENCE = 0.5;
const LOW_SCORE = 0.5;
const GOOD_SCORE = 0.8;

interface Row {
  readonly row: VerdictRow;
  readonly applies: (input: VerdictInput) => boolean;
  readonly allowed: readonly Verdict[];
  readonly reason: string;
}

/** The first row that applies decides. The last one always applies. */
const TABLE: readonly Row[] = [
  {
    row: "low_confidence",
    applies: ({ confidence }) => confidence !== undefined && !(confidence >= LOW_CONFIDENCE),
    allowed: ["escalate"],
    reason: "confidence is below 0.5, so a person decides",
  },
  {
    row: "repeated_issue",
    applies: ({ repeated }) => repeated === true,
    allowed: ["escalate"],
    reason: "the same issue came up in 3 of the last 5 rounds, so a person decides",
  },
  {
    row: "blocking",
    applies: ({ items, score }) =>
      !(score >= LOW_SCORE) || items.some(({ severity }) => severity === "critical"),
    allowed: ["refine", "reject"],
    reason: "a critical item or a score below 0.5 can never be accepted",
  },
  {
    row: "good_enough",
    applies: ({ items, score }) => score > GOOD_SCORE && items.every(({ severity }) => severity !== "major"),
    allowed: ["accept"],
    reason: "only minor items or suggestions are left and the score is above 0.8",
  },
  { row: "otherwise", applies: () => true, allowed: ["refine"], reason: "there is more to mend" },
];

/**
 * Computes the verdict from the items, the score and the confidence. Blocked work is refined while rounds are left,
 * and rejected in the final phase or the last round.
 */
export function computeVerdict(input: VerdictInput): VerdictAnswer {
  const { row, allowed, reason } = TABLE.find(({ applies }) => applies(input))!;
  const verdict = row === "blocking" && isLastRound(input.iteration) ? "reject" : allowed[0]!;
  return { verdict, allowed, row, reason };
}

const isLastRound = (iteration: VerdictInput["iteration"]): boolean =>
  iteration !== undefined && (iteration.phase === "final" || iteration.number >= iteration.max);
