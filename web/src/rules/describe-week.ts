import type { Schemas } from "../api/contract.ts";
import { plural } from "../lib/format.ts";
import { formatDay } from "../lib/format-date.ts";

export type Timeline = Schemas["RuleEffectTimeline"];
type Week = Timeline["weeks"][number];

/** Without the weeks at the start in which nothing happened. */
export function withoutEmptyStart(timeline: Timeline): Timeline {
  const oldest = timeline.occurrences.at(-1)?.time.slice(0, 10) ?? "9999";
  const at = timeline.weeks.findIndex(
    ({ runs, last, side }) => runs > 0 || side === "since" || last >= oldest,
  );
  const weeks = timeline.weeks.slice(Math.max(0, at));
  return { ...timeline, weeks, first: weeks[0]?.first ?? timeline.first };
}

export const perHundred = (rate: number): string => (rate * 100).toFixed(1);

const unitOf = ({ basis }: Pick<Timeline, "basis">, count: number): string =>
  basis === "runs" ? plural(count, "run") : plural(count, "decision");

/** `3–9 Nov: 2 in 41 runs, 4.9 per 100 (0.6 to 17.6)`. */
export function describeWeek(timeline: Timeline, week: Week): string {
  const days = `${formatDay(week.first)} to ${formatDay(week.last)}`;
  if (week.rate === null || week.band === null)
    return `${days}: no ${timeline.basis === "runs" ? "runs" : "decisions"}.`;
  const { low, high } = week.band;
  const times = week.recurrences === 0 ? "not once" : plural(week.recurrences, "time");
  const models = week.models.map(({ model }) => model).slice(0, 3);
  return [
    `${days}: ${times} in ${unitOf(timeline, week.runs)}, ${perHundred(week.rate)} per 100 (${perHundred(low)} to ${perHundred(high)} with 95\u202f% confidence).`,
    ...(week.expected === null || week.side === "before"
      ? []
      : [`Expected without the rule: ${week.expected.toFixed(1)}.`]),
    ...(models.length === 0 ? [] : [`Model${models.length === 1 ? "" : "s"}: ${models.join(", ")}.`]),
    ...timeline.model_changes
      .filter(({ day }) => day >= week.first && day <= week.last)
      .map(({ agent, from, to }) => `${agent} changed from ${from} to ${to}.`),
    ...timeline.versions
      .filter(({ from }) => from.slice(0, 10) >= week.first && from.slice(0, 10) <= week.last)
      .map(({ version }) => `Version ${version} took effect.`),
  ].join(" ");
}

/** What a recurrence is, in words. */
export function describeOccurrence({
  time,
  agent,
  injected,
  model,
}: Timeline["occurrences"][number]): string {
  const held =
    injected === null ? "" : injected ? ", with the rule in its prompt" : ", without the rule in its prompt";
  return `${formatDay(time)}: ${agent ?? "an agent"}${model === null ? "" : ` on ${model}`}${held}.`;
}
