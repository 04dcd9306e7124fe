import type { Weight } from "./observation-log.ts";
import type { SignalFacts, SignalType } from "./signal.ts";
import type { MessageReading } from "./words/act.ts";

export interface ConfidenceInput {
  readonly type: SignalType;
  readonly weight: Weight;
  readonly from: "structure" | "words" | "hint";
  readonly facts: SignalFacts;
  readonly reading: MessageReading | undefined;
}

/** Below this, an answer is more likely wrong than right and is not reported. */
export const THRESHOLD = 0.5;

/** Base confidence by weight. */
const BASE: Readonly<Record<Weight, number>> = { proof: 0.65, strong: 0.6, weak: 0.5 };

/** What raises the confidence, by type. */
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

/**
 * How often answers of each sum of base and boost were right on texts whose authors had not seen the rules
 * (eval/sets, see docs/quality.md). Values in between are interpolated.
 */
const MEASURED: Readonly<
  Record<ConfidenceInput["from"], readonly (readonly [sum: number, right: number])[]>
> = {
  structure: [
    [0.5, 0.9],
    [0.6, 0.97],
    [0.95, 0.98],
  ],
  words: [
    [0.5, 0.75],
    [0.6, 0.85],
    [0.8, 0.9],
  ],
  hint: [[0.6, 0.8]],
};

export function confidenceOf(input: ConfidenceInput): number {
  const boost = BOOSTS[input.type];
  const sum = BASE[input.weight] + (boost.when(input) ? boost.by : 0);
  return Math.round(interpolate(MEASURED[input.from], sum) * 100) / 100;
}

function interpolate(knots: readonly (readonly [number, number])[], at: number): number {
  const after = knots.findIndex(([sum]) => sum >= at);
  if (after < 0) return knots.at(-1)![1];
  const [right, high] = knots[after]!;
  if (after === 0) return high;
  const [left, low] = knots[after - 1]!;
  return low + ((at - left) / (right - left)) * (high - low);
}
