import { THRESHOLD, confidenceOf } from "./confidence.ts";
import type { Observation, Weight } from "./observation-log.ts";
import type { ObservationLog } from "./observation-log.ts";
import { type Evidence, SIGNAL_TYPES, type Signal, type SignalFacts, type SignalType } from "./signal.ts";
import { TOOLS } from "./tools/all-tools.ts";
import type { MessageReading, Stance } from "./words/act.ts";

export interface DecideInput {
  readonly log: ObservationLog;
  /** Of the command that printed the text, if it was given; a person has none. */
  readonly exitCode: number | undefined;
  /** What a person's words amount to; absent when nobody speaks. */
  readonly reading: MessageReading | undefined;
}

/** What the rows of the table ask about. */
interface Seen {
  readonly log: ObservationLog;
  readonly reading: MessageReading | undefined;
  readonly isPerson: boolean;
  readonly exitCode: number | undefined;
  /** A test runner, compiler or linter reported, whatever it said, and was not killed. */
  readonly ranCheck: boolean;
  /** A summary that says all is well, and comes after every sign of failure but a summary's own. */
  readonly isWell: boolean;
}

interface Row {
  readonly when: (seen: Seen) => boolean;
  readonly type: SignalType | "none";
  readonly weight: Weight;
  /** Where the evidence comes from. */
  readonly from: "structure" | "words" | "hint";
}

const has = ({ log }: Seen, type: SignalType, ...weights: readonly Weight[]): boolean =>
  log.count(type, ...weights) > 0;
const stance = ({ reading }: Seen, ...stances: readonly Stance[]): boolean =>
  reading !== undefined && stances.includes(reading.stance);
const hasHardSigns = (seen: Seen): boolean =>
  has(seen, "verification_failure", "proof", "strong") || has(seen, "runtime_error", "proof", "strong");

const hasFailed = ({ exitCode }: Seen): boolean => exitCode !== undefined && exitCode !== 0;

/**
 * The order of precedence; the first row that applies decides. A given exit code settles whether there is a failure, and
 * the text only says which. Without one, structure outranks words, a check that said no outranks the trace it printed,
 * and a person who reports progress with an error has accepted the progress.
 */
const TABLE: readonly Row[] = [
  { when: (seen) => seen.exitCode === 0, type: "none", weight: "proof", from: "hint" },
  {
    when: (seen) => stance(seen, "partly_accepts") && seen.reading!.acknowledges && hasHardSigns(seen),
    type: "partial_success",
    weight: "strong",
    from: "words",
  },
  {
    when: (seen) => has(seen, "verification_failure", "proof"),
    type: "verification_failure",
    weight: "proof",
    from: "structure",
  },
  {
    when: (seen) => has(seen, "verification_failure", "strong") && !seen.isWell,
    type: "verification_failure",
    weight: "strong",
    from: "structure",
  },
  {
    when: (seen) => has(seen, "runtime_error", "proof") && !seen.isWell,
    type: "runtime_error",
    weight: "proof",
    from: "structure",
  },
  {
    when: (seen) => has(seen, "runtime_error", "strong") && !seen.isWell,
    type: "runtime_error",
    weight: "strong",
    from: "structure",
  },
  {
    when: (seen) => hasFailed(seen) && has(seen, "verification_failure", "weak"),
    type: "verification_failure",
    weight: "weak",
    from: "structure",
  },
  {
    when: (seen) => hasFailed(seen) && seen.ranCheck,
    type: "verification_failure",
    weight: "strong",
    from: "hint",
  },
  {
    when: (seen) => hasFailed(seen) && has(seen, "runtime_error", "weak"),
    type: "runtime_error",
    weight: "weak",
    from: "structure",
  },
  { when: hasFailed, type: "runtime_error", weight: "strong", from: "hint" },
  { when: (seen) => stance(seen, "rejects"), type: "user_rejection", weight: "strong", from: "words" },
  {
    when: (seen) => stance(seen, "partly_accepts"),
    type: "partial_success",
    weight: "strong",
    from: "words",
  },
  {
    when: (seen) => stance(seen, "reports_failed_check"),
    type: "verification_failure",
    weight: "strong",
    from: "words",
  },
  { when: (seen) => stance(seen, "reports_error"), type: "runtime_error", weight: "strong", from: "words" },
  { when: (seen) => seen.isPerson || seen.isWell, type: "none", weight: "strong", from: "words" },
  {
    when: (seen) => has(seen, "verification_failure", "weak"),
    type: "verification_failure",
    weight: "weak",
    from: "structure",
  },
  {
    when: (seen) => has(seen, "runtime_error", "weak"),
    type: "runtime_error",
    weight: "weak",
    from: "structure",
  },
];

const MOST_EVIDENCE = 12;

/** Weighs what was seen and answers with one signal, or none. */
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
  const row = TABLE.find((each) => each.when(seen));
  if (row === undefined || row.type === "none") return null;
  const { type } = row;
  const supporting = row.from === "structure" ? observations.filter((each) => each.says === type) : [];
  const facts = mergeFacts(supporting, reading, exitCode);
  const weight = row.from === "words" ? (reading?.weight ?? row.weight) : row.weight;
  const confidence = confidenceOf({ type, weight, from: row.from, facts, reading });
  if (confidence < THRESHOLD) return null;
  return {
    type,
    confidence,
    evidence: row.from === "words" ? (reading?.evidence ?? []) : evidenceOf(supporting),
    facts,
  };
}

const CHECKS: ReadonlySet<string> = new Set(
  TOOLS.filter(({ kind }) => kind !== "runtime").map(({ name }) => name),
);

/** Marks such as ✓ are everybody's, so that one alone tells of no check. */
const isOfCheck = ({ says, source, weight }: Observation): boolean =>
  CHECKS.has(source) && says !== "runtime_error" && (weight !== "weak" || source !== "test-marks");

/** Shells answer 126 and 127 if a command could not be run and 128 + n if signal n ended it; no check has spoken then. */
const isKilled = (exitCode: number | undefined): boolean =>
  exitCode !== undefined && (exitCode < 0 || (exitCode >= 126 && exitCode <= 192));

/** All is well when success was proven and nothing strong comes after it. */
function isWell(log: ObservationLog): boolean {
  const success = log.latest(["success"], "proof");
  return success >= 0 && log.latest(SIGNAL_TYPES, "proof", "strong") <= success;
}

const RANK: Readonly<Record<Weight, number>> = { proof: 0, strong: 1, weak: 2 };

/** The strongest, each stretch of the text once, in the order of the text. */
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

/** The facts of everything that supports an answer; where two disagree, proof outranks the rest, then the first told wins. */
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

/** Runners name a test twice, with its path and without; the full name says both. */
function withoutShortForms(tests: readonly string[]): readonly string[] {
  return tests.filter(
    (test) =>
      !tests.some((other) => other !== test && SEPARATORS.some((mark) => other.endsWith(mark + test))),
  );
}

const SEPARATORS: readonly string[] = ["::", ".", " > ", " › ", "#", "/"];
