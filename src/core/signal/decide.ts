import type { Observation, Weight } from "./observation-log.ts";
import type { ObservationLog } from "./observation-log.ts";
import { type Evidence, SIGNAL_TYPES, type Signal, type SignalFacts, type SignalType } from "./signal.ts";
import { TOOLS } from "./tools/all-tools.ts";
import type { MessageReading, Stance } from "./words/act.ts";

/** Below this, an answer is more likely wrong than right and is not reported. */
const THRESHOLD = 0.5;

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

export interface DecideInput {
  readonly log: ObservationLog;
  /** Of the command that printed the text, if known. */
  readonly exitCode: number | undefined;
  /** The reading of a person's message, if it is one. */
  readonly reading: MessageReading | undefined;
}

/** The input of the decision table. */
interface Seen {
  readonly log: ObservationLog;
  readonly reading: MessageReading | undefined;
  readonly isPerson: boolean;
  readonly exitCode: number | undefined;
  /** A test runner, compiler or linter printed something and was not killed. */
  readonly ranCheck: boolean;
  /** A passing summary comes after every sign of failure. */
  readonly isWell: boolean;
}

interface Row {
  readonly when: (seen: Seen) => boolean;
  readonly type: SignalType | "none";
  readonly weight: Weight;
  /** Where the evidence comes from. */
  readonly from: "structure" | "words" | "hint";
}

const row = (type: Row["type"], weight: Weight, from: Row["from"], when: Row["when"]): Row => ({
  when,
  type,
  weight,
  from,
});

const has = ({ log }: Seen, type: SignalType, ...weights: readonly Weight[]): boolean =>
  log.count(type, ...weights) > 0;
const stance = ({ reading }: Seen, ...stances: readonly Stance[]): boolean =>
  reading !== undefined && stances.includes(reading.stance);
const hasHardSigns = (seen: Seen): boolean =>
  has(seen, "verification_failure", "proof", "strong") || has(seen, "runtime_error", "proof", "strong");

const isBad = (seen: Seen, type: SignalType, weight: Weight): boolean =>
  has(seen, type, weight) && !seen.isWell;

const hasFailed = ({ exitCode }: Seen): boolean => exitCode !== undefined && exitCode !== 0;

/**
 * In order of precedence; the first row that applies decides. An exit code settles whether there is a failure, and the text
 * only says which. Without one, structure outranks words, a failed check outranks the trace it printed, and reporting
 * progress together with an error accepts the progress.
 */
const TABLE: readonly Row[] = [
  row("none", "proof", "hint", ({ exitCode }) => exitCode === 0),
  row(
    "partial_success",
    "strong",
    "words",
    (seen) => stance(seen, "partly_accepts") && seen.reading!.acknowledges && hasHardSigns(seen),
  ),
  row("verification_failure", "proof", "structure", (seen) => has(seen, "verification_failure", "proof")),
  row("verification_failure", "strong", "structure", (seen) => isBad(seen, "verification_failure", "strong")),
  row("runtime_error", "proof", "structure", (seen) => isBad(seen, "runtime_error", "proof")),
  row("runtime_error", "strong", "structure", (seen) => isBad(seen, "runtime_error", "strong")),
  row(
    "verification_failure",
    "weak",
    "structure",
    (seen) => hasFailed(seen) && has(seen, "verification_failure", "weak"),
  ),
  row("verification_failure", "strong", "hint", (seen) => hasFailed(seen) && seen.ranCheck),
  row("runtime_error", "weak", "structure", (seen) => hasFailed(seen) && has(seen, "runtime_error", "weak")),
  row("runtime_error", "strong", "hint", hasFailed),
  row("user_rejection", "strong", "words", (seen) => stance(seen, "rejects")),
  row("partial_success", "strong", "words", (seen) => stance(seen, "partly_accepts")),
  row("verification_failure", "strong", "words", (seen) => stance(seen, "reports_failed_check")),
  row("runtime_error", "strong", "words", (seen) => stance(seen, "reports_error")),
  row("none", "strong", "words", (seen) => seen.isPerson || seen.isWell),
  row("verification_failure", "weak", "structure", (seen) => has(seen, "verification_failure", "weak")),
  row("runtime_error", "weak", "structure", (seen) => has(seen, "runtime_error", "weak")),
];

const MOST_EVIDENCE = 12;

/** Decides on one signal, or none. */
export function decide({ log, exitCode, reading }: DecideInput): Signal | null {
  const observations = log.list();
  const seen: Seen = {
    log,
    reading,
    isPerson: reading !== undefined,
    exitCode,
    ranCheck: !isKilled(exitCode) && observations.some(isOfCheck),
    isWell: (exitCode ?? 0) === 0 && isWell(log),
  };
  const decisive = TABLE.find((each) => each.when(seen));
  if (decisive === undefined || decisive.type === "none") return null;
  const { type, from } = decisive;
  const supporting = from === "structure" ? observations.filter((each) => each.says === type) : [];
  const facts = mergeFacts(supporting, reading, exitCode);
  const weight = from === "words" ? (reading?.weight ?? decisive.weight) : decisive.weight;
  const confidence = confidenceOf({ type, weight, from, facts, reading });
  if (confidence < THRESHOLD) return null;
  return {
    type,
    confidence,
    evidence: from === "words" ? (reading?.evidence ?? []) : evidenceOf(supporting),
    facts,
  };
}

const CHECKS: ReadonlySet<string> = new Set(
  TOOLS.filter(({ kind }) => kind !== "runtime").map(({ name }) => name),
);

/** Many programs print marks such as ✓, so one alone does not show that a check ran. */
const isOfCheck = ({ says, source, weight }: Observation): boolean =>
  CHECKS.has(source) && says !== "runtime_error" && (weight !== "weak" || source !== "test-marks");

/** Shells return 126 and 127 if a command could not be run and 128 + n if signal n killed it. Then no check has failed. */
const isKilled = (exitCode: number | undefined): boolean =>
  exitCode !== undefined && (exitCode < 0 || (exitCode >= 126 && exitCode <= 192));

/** Success is proven and no strong failure comes after it. */
function isWell(log: ObservationLog): boolean {
  const success = log.latest(["success"], "proof");
  return success >= 0 && log.latest(SIGNAL_TYPES, "proof", "strong") <= success;
}

const RANK: Readonly<Record<Weight, number>> = { proof: 0, strong: 1, weak: 2 };

/** The strongest observations, each span once, in text order. */
function evidenceOf(supporting: readonly Observation[]): readonly Evidence[] {
  const places = new Set<string>();
  return supporting
    .toSorted((a, b) => RANK[a.weight] - RANK[b.weight])
    .filter(({ start, end }) => !places.has(`${start} ${end}`) && places.add(`${start} ${end}`))
    .slice(0, MOST_EVIDENCE)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, source, text }) => ({ start, end, source, text }));
}

const MOST_TESTS = 20;

/** The facts of all supporting observations. If two disagree, proof wins, then the earlier one. */
function mergeFacts(
  supporting: readonly Observation[],
  reading: MessageReading | undefined,
  exitCode: number | undefined,
): SignalFacts {
  const ordered = [
    ...supporting.filter((each) => each.weight === "proof"),
    ...supporting.filter((each) => each.weight !== "proof"),
  ].map((each) => each.facts ?? {});
  const all = [...ordered, reading?.facts ?? {}, exitCode === undefined ? {} : { exit_code: exitCode }];
  const merged: Record<string, unknown> = {};
  const tests = new Set<string>();
  for (const facts of all) {
    for (const [name, value] of Object.entries(facts)) {
      if (name !== "failing_tests" && value !== undefined) merged[name] ??= value;
    }
    for (const test of facts.failing_tests ?? []) if (tests.size < MOST_TESTS) tests.add(test);
  }
  if (tests.size > 0) merged["failing_tests"] = withoutShortForms([...tests]);
  return merged;
}

/** Runners print a test's name with and without its path; the longer one is enough. */
function withoutShortForms(tests: readonly string[]): readonly string[] {
  return tests.filter(
    (test) =>
      !tests.some((other) => other !== test && SEPARATORS.some((mark) => other.endsWith(mark + test))),
  );
}

const SEPARATORS: readonly string[] = ["::", ".", " > ", " › ", "#", "/"];

interface ConfidenceInput {
  readonly type: SignalType;
  readonly weight: Weight;
  readonly from: "structure" | "words" | "hint";
  readonly facts: SignalFacts;
  readonly reading: MessageReading | undefined;
}

function confidenceOf(input: ConfidenceInput): number {
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
