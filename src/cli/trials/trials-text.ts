import { changeText, rangeText } from "../../core/trial/verdict-text.ts";
import type { TrialWire } from "../../core/trial/trial-wire.ts";
import type { Trial } from "../../core/trial/trial.ts";
import {
  formatCount,
  formatDay,
  formatMinute,
  formatPercent,
  renderField,
  shortId,
} from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { renderTable } from "../terminal/table.ts";

export const trialsTable = (trials: readonly TrialWire[], width: number): string =>
  renderTable(
    trials,
    [
      { title: "ID", cell: ({ id }) => shortId(id) },
      { title: "RULE", cell: ({ rule_id }) => shortId(rule_id) },
      { title: "STATE", cell: ({ state }) => state },
      { title: "VERDICT", cell: ({ verdict }) => verdict },
      { title: "EVIDENCE", align: "right", cell: ({ e_value }) => formatEvidence(e_value) },
      {
        title: "WITH/WITHOUT",
        align: "right",
        cell: ({ recurrences }) => `${recurrences.given}/${recurrences.withheld}`,
      },
      { title: "STARTED", leaves: 1, cell: ({ started_at }) => formatDay(started_at) },
      { title: "TEXT", leaves: 2, cell: ({ text }) => safeLine(text) },
    ],
    width,
  );

const formatEvidence = (value: number): string =>
  value >= 1_000 ? value.toExponential(1) : value >= 10 ? String(Math.round(value)) : value.toFixed(2);

/** What to expect of a trial, as it starts. */
export function startedText(trial: Trial, width: number): string {
  const { id, share, forecast, kind } = trial;
  const expected =
    forecast.days === null
      ? "Nobody knows how long it takes: the mistake did not happen in recorded runs lately."
      : `A verdict needs about ${formatCount(forecast.recurrences, "recurrence")}: about ${formatCount(forecast.tasks ?? 0, "task")}, or ${formatCount(forecast.days, "day")}.`;
  const what =
    kind === "withdrawal"
      ? `started ${id}: ${formatPercent(1 - share)} of tasks go without the rule`
      : `started ${id}: ${formatPercent(share)} of tasks are given the rule`;
  return `${what}\n${renderField("forecast", expected, width)}`;
}

export function trialText(trial: TrialWire, width: number): string {
  const { id, rule_id, version, text, kind, state, share, reduction, recurrences, tasks } = trial;
  const { forecast, end, waits_for, arms } = trial;
  const field = (label: string, value: string): string => renderField(label, value, width);
  const asked = kind === "withdrawal" ? "is the rule still needed?" : "does the rule help?";
  const estimate = reduction.estimate === null ? "" : `${changeText(reduction.estimate)}, `;
  return [
    `${safeLine(id)}  ${state}: ${trial.verdict}\n\n`,
    field("rule", `${shortId(rule_id)} version ${version}: ${text}`),
    field("question", asked),
    field(
      "arms",
      `${formatCount(tasks.given, "task")} with the rule, ${tasks.withheld} without; ${formatPercent(share)} should have it`,
    ),
    ...(arms.ok
      ? []
      : [
          field(
            "",
            "The arms do not have the sizes they should, so there is no verdict. Tasks get lost in one of them.",
          ),
        ]),
    field(
      "mistakes",
      `came back in ${formatCount(recurrences.given, "task")} with the rule and ${recurrences.withheld} without`,
    ),
    ...(recurrences.unassigned === 0
      ? []
      : [field("", `${recurrences.unassigned} more in work that named neither a run nor a task`)]),
    ...(recurrences.given + recurrences.withheld === 0
      ? []
      : [field("effect", `${estimate}interval ${rangeText(reduction)}`)]),
    field("evidence", `${formatEvidence(trial.e_value)} of ${trial.threshold}`),
    ...(waits_for === "other_trials"
      ? [field("", "Clear by itself, but all running trials together ask for more.")]
      : []),
    ...(state === "running" && forecast.days !== null
      ? [
          field(
            "forecast",
            `at the start: ${formatCount(forecast.recurrences, "recurrence")}, about ${formatCount(forecast.days, "day")}`,
          ),
        ]
      : []),
    field("started", `${formatMinute(trial.started_at)} by ${trial.started_by}`),
    ...(end === null ? [] : [field("ended", `${formatMinute(end.at)} by ${end.by}: ${end.reason}`)]),
    ...(trial.points.length === 0 ? [] : ["\n", plotOf(trial, width)]),
  ].join("");
}

const ROWS = [1_000, 100, 20, 1, 0.1] as const;
const AXIS = 8;

/** The evidence over recurrences: a dot for each column, on a logarithmic scale, with the threshold as a line. */
function plotOf({ points, threshold }: TrialWire, width: number): string {
  const columns = Math.min(points.length, Math.max(10, Math.min(width, 100) - AXIS - 2));
  const chosen = Array.from(
    { length: columns },
    (_, at) => points[Math.round((at * (points.length - 1)) / Math.max(1, columns - 1))]!,
  );
  const lines = ROWS.map((row, at) => {
    const above = at === 0 ? Infinity : ROWS[at - 1]!;
    const isLast = at === ROWS.length - 1;
    const cells = chosen.map(({ e_value }) => {
      const isHere = e_value < above && (e_value >= row || isLast);
      return isHere ? "●" : row === threshold ? "┄" : " ";
    });
    return `${(isLast ? `<${ROWS[at - 1]!}` : String(row)).padStart(AXIS - 1)} │${cells.join("")}\n`;
  });
  const last = points.at(-1)!.recurrences;
  const label = `1${String(last).padStart(Math.max(1, columns - 1))}`;
  return [
    ...lines,
    `${" ".repeat(AXIS)}└${"─".repeat(columns)}\n`,
    `${" ".repeat(AXIS + 1)}${last === 1 ? "1" : label} recurrences\n`,
  ].join("");
}
