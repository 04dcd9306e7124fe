import { withUnit } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import type { RuleEffect, RuleState } from "./rule-state.ts";

/** Below this many runs nothing is drawn. */
const DRAWN_RUNS = 10;

export interface DrawnChange {
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

export function drawnChange(effect: RuleEffect | null | undefined): DrawnChange | undefined {
  if (effect === null || effect === undefined) return undefined;
  const { before, after, reduction, interval } = effect;
  if (before.runs < DRAWN_RUNS || after.runs < DRAWN_RUNS) return undefined;
  if (reduction === null || interval === null) return undefined;
  return { change: -reduction, low: -interval.high, high: interval.low === null ? Infinity : -interval.low };
}

/** `−61`, `+9`, `0`. */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return (0).toFixed(digits);
  return `${value < 0 ? "−" : "+"}${text}`;
}

export const changePercent = (share: number): string => withUnit(signed(share * 100), "%");

export const formatInterval = ({ low, high }: DrawnChange): string =>
  high === Infinity ? `${signed(low * 100)} or more` : `${signed(low * 100)} to ${signed(high * 100)}`;

const unitOf = ({ basis }: RuleEffect): string => (basis === "decided_work" ? "decided" : "runs");

export const formatCounts = (effect: RuleEffect): string =>
  `${effect.before.events} of ${effect.before.runs} → ${effect.after.events} of ${effect.after.runs} ${unitOf(effect)}`;

export function runsMissing(
  effect: RuleEffect,
): { readonly needed: number; readonly done: number } | undefined {
  const { runs_needed, after, before } = effect;
  if (effect.basis === "none" || before.events === 0) return undefined;
  if (runs_needed !== null) return { needed: runs_needed, done: after.runs };
  return after.runs < DRAWN_RUNS ? { needed: DRAWN_RUNS - after.runs, done: after.runs } : undefined;
}

/** `31 more runs`, in what the effect is counted in. */
export const formatMissing = (needed: number, { basis }: RuleEffect): string =>
  basis === "decided_work"
    ? plural(needed, "more decision", "more decisions")
    : plural(needed, "more run", "more runs");

export function whyNotDrawn(effect: RuleEffect | null | undefined, state: RuleState): string {
  if (state === "retired") return "not in force";
  if (effect === null || effect === undefined || effect.basis === "none") return "no corrections linked";
  if (effect.before.events === 0) return "no earlier data";
  return `needs ${DRAWN_RUNS} runs`;
}

export function describeChange(effect: RuleEffect | null | undefined, state: RuleState): string {
  const drawn = drawnChange(effect);
  if (drawn === undefined || effect === null || effect === undefined) return `${whyNotDrawn(effect, state)}.`;
  const high = drawn.high === Infinity ? "no upper end" : signed(drawn.high * 100);
  return `${signed(drawn.change * 100)} percent, from ${signed(drawn.low * 100)} to ${high}; ${formatCounts(effect)}.`;
}
