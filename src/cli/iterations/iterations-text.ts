import type { IterationRates, Rate } from "../../core/actionable/iteration-history.ts";
import type { Outlook } from "../../core/iteration/outlook.ts";
import type { RoundReport, TaskHistory, TaskIssue } from "../../core/iteration/task-history.ts";
import type { FindingClass } from "../../core/iteration/task-round.ts";
import type { TaskHeader } from "../../ports/iteration-store.ts";
import {
  formatCount,
  renderField,
  renderIndented,
  formatMinute,
  formatPercent,
} from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

const CLASS_WORDS: Readonly<Record<FindingClass, string>> = {
  repeated: "repeated",
  reversed: "reversed",
  new_on_changed: "new on changed code",
  new_on_unchanged: "new on unchanged code",
  new: "new",
};

const STATE_WORDS = {
  new: "recorded",
  known: "was already recorded; nothing changed",
  updated: "updated with the outcome of its feedback",
} as const;

/** The findings of a recorded round and the outlook of its loop. */
export function recordedText(
  state: keyof typeof STATE_WORDS,
  roundNumber: number,
  history: TaskHistory,
  paint: Paint,
  width: number,
): string {
  const round = history.rounds.find((one) => one.number === roundNumber);
  if (round === undefined) return "";
  const { number, max, score, verdict, expected_verdict: expected } = round;
  return [
    `${paint("bold", `${taskName(history)}: round ${number} of ${max}`)} ${STATE_WORDS[state]} (score ${score.toFixed(2)}, verdict ${verdict})\n`,
    ...round.items.map((item) => findingText(item, paint, width)),
    ...round.escalations.map(({ issue, seen }) =>
      renderField(
        paint("red", "escalates"),
        `seen in ${seen} of the last 5 rounds; a person should decide: ${issue}`,
        width,
      ),
    ),
    ...(expected.given_fits
      ? []
      : [renderField("verdict", `expected ${expected.verdict}, not ${verdict}: ${expected.reason}`, width)]),
    outlookText(history.outlook, paint, width),
  ].join("");
}

function findingText(item: RoundReport["items"][number], paint: Paint, width: number): string {
  const colour = item.class === "repeated" ? "yellow" : item.class === "reversed" ? "red" : "dim";
  const head = `${locationText(item.location)}: ${item.issue}`;
  return `  ${paint(colour, CLASS_WORDS[item.class])}\n${renderIndented(head, width, 4)}${renderIndented(item.why, width, 4)}`;
}

const locationText = ({ type, reference }: TaskIssue["location"]): string =>
  `${type === "line" ? "line " : type === "range" ? "lines " : ""}${safeLine(reference)}`;

const OUTLOOK_WORDS: Readonly<Record<Outlook["answer"], string>> = {
  too_early: "too early to say",
  settled: "settled",
  settling: "settling",
  unclear: "unclear",
  not_settling: "not settling",
};

function outlookText({ answer, reasons, advice }: Outlook, paint: Paint, width: number): string {
  const colour = answer === "not_settling" ? "red" : answer === "unclear" ? "yellow" : "green";
  return [
    `outlook   ${paint(colour, OUTLOOK_WORDS[answer])}\n`,
    ...reasons.map(({ text, speaks }) =>
      renderIndented(`${speaks === "for" ? "+" : "-"} ${text}`, width, 10),
    ),
    renderIndented(advice, width, 10),
  ].join("");
}

const taskName = ({ task, agent }: Pick<TaskHistory, "task" | "agent">): string =>
  `${safeLine(task)}${agent === null ? "" : ` (${safeLine(agent)})`}`;

export function historyText(history: TaskHistory, paint: Paint, width: number): string {
  const { best_round: best, round_count, rounds, rates, issues, outlook } = history;
  const bestText =
    best === null ? "no round passed its check" : `best is round ${best.number} (${best.score.toFixed(2)})`;
  return [
    `${paint("bold", taskName(history))}: ${formatCount(round_count, "round")}, ${bestText}\n\n`,
    table([
      ["round", "score", "verdict", "findings", "repeated", "reversed", "new", "followed", "improved"],
      ...rounds.map((round) => roundRow(round)),
    ]),
    "\n",
    ratesText(rates, paint),
    "\n",
    ...issues
      .filter(({ count: seen, open }) => seen > 1 || open)
      .slice(0, 20)
      .map((issue) => issueText(issue, paint, width)),
    outlookText(outlook, paint, width),
  ].join("");
}

function roundRow({
  number,
  score,
  verdict,
  items,
  classes,
  followed,
  improved,
  verified,
}: RoundReport): readonly string[] {
  const fresh = classes.new + classes.new_on_changed + classes.new_on_unchanged;
  const old = classes.new_on_unchanged === 0 ? "" : ` (${classes.new_on_unchanged} on old code)`;
  const mark = (source: string): string => (source === "given" ? "*" : "");
  return [
    `${number}${verified === false ? " failed" : ""}`,
    score.toFixed(2),
    verdict,
    `${items.length}`,
    `${classes.repeated}`,
    `${classes.reversed}`,
    `${fresh}${old}`,
    followed.value === null ? "–" : `${formatPercent(followed.value)}${mark(followed.source)}`,
    improved.value === null
      ? "–"
      : `${improved.value ? "yes" : "no"}${improved.delta === null ? "" : ` (${signed(improved.delta)})`}${mark(improved.source)}`,
  ];
}

const signed = (delta: number): string => `${delta > 0 ? "+" : ""}${delta.toFixed(2)}`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

const RATE_WORDS: Readonly<Record<keyof IterationRates, string>> = {
  follow_rate: "followed",
  improvement_rate: "improved",
  repeated_issue_rate: "repeated",
  escalation_rate: "escalated",
};

function ratesText(rates: IterationRates, paint: Paint): string {
  const line = (name: keyof IterationRates, { value, target, direction, met }: Rate): string => {
    const goal = `target ${direction === "at_least" ? "≥" : "≤"} ${formatPercent(target)}`;
    const state =
      met === null ? paint("dim", "unknown yet") : met ? paint("green", "met") : paint("red", "missed");
    return `${RATE_WORDS[name].padEnd(10)}${(value === null ? "–" : formatPercent(value)).padEnd(7)}${goal}  ${state}\n`;
  };
  return (Object.keys(RATE_WORDS) as (keyof IterationRates)[])
    .map((name) => line(name, rates[name]))
    .join("");
}

function issueText(issue: TaskIssue, paint: Paint, width: number): string {
  const { location, open, escalated_in, first_round, last_round } = issue;
  const since =
    issue.count === 1 ? `round ${first_round}` : `${issue.count} rounds, ${first_round} to ${last_round}`;
  const escalated =
    escalated_in.length === 0 ? "" : `, ${paint("red", `escalated in round ${escalated_in.join(", ")}`)}`;
  return `${since}, ${open ? "open" : "gone"}${escalated}\n${renderIndented(`${locationText(location)}: ${issue.issue}`, width)}`;
}

export function tasksText(tasks: readonly TaskHeader[], paint: Paint, next: string | undefined): string {
  const lines = tasks.map((task) => {
    const { round_count, last_number, max, score, verdict, recorded_at, escalations } = task;
    const suffix = escalations === 0 ? "" : `, ${formatCount(escalations, "escalation")}`;
    return `${paint("bold", taskName(task))}  ${formatMinute(recorded_at)}  round ${last_number} of ${max}, ${round_count} recorded, score ${score.toFixed(2)}, ${verdict}${suffix}\n`;
  });
  return [...lines, ...(next === undefined ? [] : [`More: --after ${next}\n`])].join("");
}
