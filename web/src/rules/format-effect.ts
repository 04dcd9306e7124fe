import { withUnit } from "../components/time.tsx";
import { plural } from "../lib/format.ts";
import type { RuleEffect, RuleState } from "./rule-state.ts";

/** Fewer runs than these on either side are not drawn. */
const DRAWN_RUNS = 10;

/** How much more (above 0) or less often the mistake comes back; no upper end is Infinity. */
export interface DrawnChange {
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

/** What can be drawn of an effect; undefined where too little is known. */
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

export const intervalWords = ({ low, high }: DrawnChange): string =>
  high === Infinity ? `${signed(low * 100)} or more` : `${signed(low * 100)} to ${signed(high * 100)}`;

/** What recurrences are counted in. */
const unitOf = ({ basis }: RuleEffect): string => (basis === "decided_work" ? "decided" : "runs");

export const countWords = (effect: RuleEffect): string =>
  `${effect.before.events} of ${effect.before.runs} → ${effect.after.events} of ${effect.after.runs} ${unitOf(effect)}`;

/** How many more runs it takes until something can be said, and how many there are; undefined where none would help. */
export function runsMissing(
  effect: RuleEffect,
): { readonly needed: number; readonly done: number } | undefined {
  const { runs_needed, after, before } = effect;
  if (effect.basis === "none" || before.events === 0) return undefined;
  if (runs_needed !== null) return { needed: runs_needed, done: after.runs };
  return after.runs < DRAWN_RUNS ? { needed: DRAWN_RUNS - after.runs, done: after.runs } : undefined;
}

/** `31 more runs`, in what the effect is counted in. */
export const missingWords = (needed: number, { basis }: RuleEffect): string =>
  basis === "decided_work"
    ? plural(needed, "more decision", "more decisions")
    : plural(needed, "more run", "more runs");

/** Why there is nothing to draw. */
export function undrawnWords(effect: RuleEffect | null | undefined, state: RuleState): string {
  if (state === "retired") return "not in force";
  if (effect === null || effect === undefined || effect.basis === "none") return "no corrections to count";
  if (effect.before.events === 0) return "never counted before it";
  return `not drawn under ${DRAWN_RUNS} runs`;
}

/** One sentence for whoever does not see the drawing. */
export function effectSentence(effect: RuleEffect | null | undefined, state: RuleState): string {
  const drawn = drawnChange(effect);
  if (drawn === undefined || effect === null || effect === undefined)
    return `${undrawnWords(effect, state)}.`;
  const high = drawn.high === Infinity ? "no upper end" : signed(drawn.high * 100);
  return `${signed(drawn.change * 100)} percent, from ${signed(drawn.low * 100)} to ${high}; ${countWords(effect)}.`;
}

const short = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const long = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** `12 Oct`, with the year where it is another. */
export const dayWords = (time: string): string =>
  (time.slice(0, 4) === new Date().toISOString().slice(0, 4) ? short : long).format(Date.parse(time));
