/** What can be asked of a server, as the company of docs/scale.md asks it. */
export const OPERATIONS = [
  "feedback",
  "decision",
  "submit",
  "decide",
  "prompt",
  "rules",
  "mistakes",
  "mcp",
  "page",
  "overview",
] as const;
export type Operation = (typeof OPERATIONS)[number];
export type Mix = Readonly<Record<Operation, number>>;

/** How often in a month; 10 million of these make a record. All but that sum and the agents is assumed. */
export const MONTH: Mix = {
  feedback: 5_500_000,
  decision: 3_000_000,
  submit: 1_500_000,
  decide: 1_500_000,
  prompt: 2_000_000,
  rules: 3_000_000,
  mistakes: 15_000_000,
  mcp: 2_000_000,
  page: 4_750_000,
  overview: 250_000,
};
export const AGENTS = 5_000;
/** Browsers that listen for events at the busiest hour. */
export const LISTENERS = 300;

/** Operations that leave a record of feedback. */
const RECORDING: ReadonlySet<Operation> = new Set(["feedback", "decision", "decide"]);

const OFFICE_SECONDS = 21 * 9 * 3_600;
/** The part of a month's work that falls into office hours, and how much busier than those the busiest hour is. */
const OFFICE_SHARE = 0.8;
const PEAK = 2;

/** Asked in a second of the busiest hour, for so many a month. */
export const peakRate = (month: number): number => ((month * OFFICE_SHARE) / OFFICE_SECONDS) * PEAK;

/** The company's mix in a second of its busiest hour, for a company so many times as large. */
export const companyMix = (scale: number, without: readonly string[] = []): Mix =>
  mixOf(
    OPERATIONS.filter((operation) => !without.includes(operation)).map((operation) => [
      operation,
      peakRate(MONTH[operation]) * scale,
    ]),
  );

/** One part of the mix alone, at so many requests a second, in the proportions of the company. */
export function mixAt(rate: number, operations: readonly Operation[]): Mix {
  const total = operations.reduce((sum, operation) => sum + MONTH[operation], 0);
  return mixOf(operations.map((operation) => [operation, (rate * MONTH[operation]) / total]));
}

const mixOf = (rates: readonly (readonly [Operation, number])[]): Mix => ({
  feedback: 0,
  decision: 0,
  submit: 0,
  decide: 0,
  prompt: 0,
  rules: 0,
  mistakes: 0,
  mcp: 0,
  page: 0,
  overview: 0,
  ...Object.fromEntries(rates),
});

export const totalOf = (mix: Mix): number => OPERATIONS.reduce((sum, operation) => sum + mix[operation], 0);

export const recordsOf = (mix: Mix): number =>
  OPERATIONS.reduce((sum, operation) => sum + (RECORDING.has(operation) ? mix[operation] : 0), 0);

/** The golden section: its multiples fall evenly between 0 and 1, whatever stretch of them one looks at. */
const STEP = 0.618_033_988_749_895;

/** The operation of request number `n`: the same in every run, and in the mix's proportions in any stretch of numbers. */
export function operationAt(mix: Mix, n: number): Operation {
  let left = ((n * STEP) % 1) * totalOf(mix);
  for (const operation of OPERATIONS) {
    left -= mix[operation];
    if (left < 0) return operation;
  }
  return OPERATIONS.findLast((operation) => mix[operation] > 0) ?? "page";
}
