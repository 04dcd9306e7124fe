import { relative } from "node:path";
import {
  headlineOf,
  type LearnReport,
  type RecurringCorrection,
} from "../../core/correction/learn-report.ts";
import { originText, type PastCorrection } from "../../core/correction/past-correction.ts";
import type { CliIo } from "../cli-io.ts";
import { formatCount, formatDay, formatLargeCount, formatPercent, widthOf } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";

const QUOTES = 3;
const ONCE = 5;
const NOT_FOLLOWED = 10;

export interface LearnReportOptions {
  readonly limit: number;
  readonly io: CliIo;
  readonly root: string;
}

/** The report for a terminal. */
export function renderLearnReport(report: LearnReport, { limit, io, root }: LearnReportOptions): string {
  const paint = painter(io);
  const width = widthOf(io);
  const lines: string[] = [];
  const head = (text: string): void => void lines.push("", paint("bold", text));
  const { read, recurring, once, notFollowed, neverCorrected, backTest } = report;
  const agents = read.agents.map(({ agent, conversations }) => `${agent} ${conversations}`).join(", ");
  lines.push(
    `${formatLargeCount(read.conversations, "conversation")}${agents === "" ? "" : ` (${agents})`}, ` +
      `${formatLargeCount(read.turns, "turn")} of yours, ${paint("bold", formatLargeCount(read.corrections, "correction"))}`,
  );
  if (read.linesNotUnderstood > 0) {
    lines.push(
      `${formatLargeCount(read.linesNotUnderstood, "line")} of ${formatLargeCount(read.lines, "line")} not understood, such as ` +
        read.unread
          .slice(0, 2)
          .map(({ file, line, why }) => `${safeLine(shown(file, root))}:${line} (${safeLine(why)})`)
          .join(", "),
    );
  }
  for (const file of read.unknownFiles.slice(0, 5))
    lines.push(`not a transcript Emend knows: ${safeLine(file)}`);

  head("What recurs");
  if (recurring.length === 0) lines.push("  Nothing was corrected twice.");
  for (const [at, group] of recurring.slice(0, limit).entries())
    lines.push(...renderGroup(group, at + 1, paint, width, root));
  if (recurring.length > limit)
    lines.push(`  ${recurring.length - limit} more: --limit ${Math.min(500, recurring.length)}`);

  if (notFollowed.length > 0) {
    head("Said, and not followed");
    for (const { rule, corrections } of notFollowed.slice(0, NOT_FOLLOWED)) {
      lines.push(`  ${safeLine(rule.file)}:${rule.line}  ${cut(rule.text, width - 24)}`);
      lines.push(...corrections.slice(0, 2).map((each) => quote(each, paint, width, root)));
    }
  }
  if (once.length > 0) {
    head("Said once, worth a reminder");
    lines.push(...once.slice(0, ONCE).map((each) => quote(each, paint, width, root)));
    if (once.length > ONCE) lines.push(`  ${once.length - ONCE} more in --json and --html`);
  }
  if (neverCorrected.lines.length > 0) {
    head("Never corrected");
    lines.push(
      `  ${formatCount(neverCorrected.lines.length, "line")} of your instruction files, about ${formatLargeCount(neverCorrected.tokens, "token")} in every conversation. They may work, or nobody needs them.`,
    );
  }
  if (backTest !== undefined) {
    head("What it would have saved");
    lines.push(
      `  Rules learned from the first ${formatCount(backTest.learnedFrom, "correction")} cover ${backTest.covered} of the ${backTest.later} since ${formatDay(backTest.since)} (${formatPercent(backTest.covered / Math.max(1, backTest.later))}), and ${formatCount(backTest.reworkCovered, "tool call")} of rework.`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function renderGroup(
  group: RecurringCorrection,
  number: number,
  paint: Paint,
  width: number,
  root: string,
): readonly string[] {
  const { rule, members, sessions, first, last, rework } = group;
  const span = first === undefined || last === undefined ? "" : `, ${formatDay(first)} to ${formatDay(last)}`;
  const title = rule ?? `(needs your words) ${headlineOf(group)}`;
  return [
    `${String(number).padStart(3)}. ${paint("bold", cut(title, width - 6))}`,
    paint(
      "dim",
      `     ${members.length} times in ${formatCount(sessions, "conversation")}${span}, ${formatCount(rework, "tool call")} of rework`,
    ),
    ...members.slice(-QUOTES).map((each) => quote(each, paint, width, root)),
  ];
}

function quote(
  { remark, act, time, origin, kind }: PastCorrection,
  paint: Paint,
  width: number,
  root: string,
): string {
  const place = safeLine(
    originText("file" in origin ? { ...origin, file: shown(origin.file, root) } : origin),
  );
  const said = remark === "" ? `${kind}: ${act ?? "a tool call"}` : `“${remark}”`;
  const when = time === undefined ? "" : `${formatDay(time)} `;
  return `     ${cut(said, Math.max(30, width - 8))}\n       ${paint("dim", `${when}${place}`)}`;
}

const shown = (file: string, root: string): string => {
  const inside = relative(root, file);
  return inside.startsWith("..") || inside === "" ? file.replace(/^.*\/(?=[^/]+\/[^/]+$)/, "…/") : inside;
};

const cut = (text: string, columns: number): string => {
  const line = safeLine(text);
  return line.length <= columns ? line : `${line.slice(0, Math.max(1, columns - 1))}…`;
};
