import type { Weight } from "./observation.ts";
import type { SignalFacts, SignalType } from "./signal.ts";
import type { MessageReading } from "./words/message-reading.ts";

export interface ConfidenceInput {
  readonly type: SignalType;
  readonly weight: Weight;
  readonly from: "structure" | "words" | "hint";
  readonly facts: SignalFacts;
  readonly reading: MessageReading | undefined;
}

/** What an observation of each weight is worth before anything speaks for it in particular. */
const BASE: Readonly<Record<ConfidenceInput["from"], Readonly<Record<Weight, number>>>> = {
  structure: { proof: 0.65, strong: 0.6, weak: 0.5 },
  words: { proof: 0.7, strong: 0.6, weak: 0.5 },
  hint: { proof: 0.6, strong: 0.6, weak: 0.5 },
};

/** What makes an answer surer, by type. */
const BOOSTS: Readonly<
  Record<SignalType, { readonly by: number; readonly when: (input: ConfidenceInput) => boolean }>
> = {
  runtime_error: {
    by: 0.3,
    when: ({ facts }) => facts.error_message !== undefined || facts.error_type !== undefined,
  },
  verification_failure: { by: 0.2, when: ({ facts }) => (facts.failing_tests ?? []).length > 0 },
  user_rejection: { by: 0.2, when: ({ reading }) => reading?.asksToRetry === true },
  partial_success: { by: 0.1, when: ({ reading }) => reading?.isSpecific === true },
};

/** The sum of base and boost, before calibration. */
function rawConfidence(input: ConfidenceInput): number {
  const boost = BOOSTS[input.type];
  return BASE[input.from][input.weight] + (boost.when(input) ? boost.by : 0);
}

export function confidenceOf(input: ConfidenceInput): number {
  return Math.round(Math.min(0.99, rawConfidence(input)) * 100) / 100;
}
