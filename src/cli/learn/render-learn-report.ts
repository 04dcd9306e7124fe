import { relative } from "node:path";
import {
  headlineOf,
  type LearnReport,
  type RecurringCorrection,
} from "../../core/correction/learn-report.ts";
import { correctionPlace, type PastCorrection, shownAuthor } from "../../core/correction/past-correction.ts";
import { plainRemark } from "../../core/feedback/kind-of-feedback.ts";
import { wrapWords } from "../../core/text/wrap-words.ts";
import type { CliIo } from "../cli-io.ts";
import {
  compact,
  cut,
  formatCount,
  formatDay,
  formatLargeCount,
  formatPercent,
  renderIndented,
  widthOf,
} from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";

const QUOTES = 2;
const ONCE = 5;
const NOT_FOLLOWED = 10;
const EDITED = 3;
const NAMED = 3;
const MAX_WIDTH = 110;
const INDENT = 5;

export interface LearnReportOptions {
  readonly limit: number;
  readonly io: CliIo;
  readonly root: string;
}

interface Page {
  readonly paint: Paint;
  readonly width: number;
  readonly root: string;
}

/** The report for a terminal. */
export function renderLearnReport(report: LearnReport, { limit, io, root }: LearnReportOptions): string {
  const page: Page = { paint: painter(io), width: Math.min(MAX_WIDTH, widthOf(io)), root };
  const { recurring, once, notFollowed, editedByHand } = report;
  const section = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `\n${page.paint("bold", title)}\n${lines.join("")}`;
  const moreOf = (count: number, how: string): readonly string[] =>
    count <= 0 ? [] : [`  ${count} more: ${how}\n`];
  return [
    renderCounts(report, page),
    section(
      "What recurs",
      recurring.length === 0
        ? ["  Nothing was corrected more than once.\n"]
        : [
            ...recurring.slice(0, limit).map((group, at) => renderGroup(group, at + 1, page)),
            ...moreOf(recurring.length - limit, `--limit ${Math.min(500, recurring.length)}`),
          ],
    ),
    section("In your instructions, and corrected all the same", [
      ...notFollowed.slice(0, NOT_FOLLOWED).map(
        ({ rule, corrections }) =>
          `${renderIndented(rule.text, page.width)}${page.paint("dim", `     ${safeLine(rule.file)}:${rule.line}, corrected ${times(corrections.length)}`)}\n` +
          corrections
            .slice(0, 1)
            .map((each) => renderQuote(each, page))
            .join(""),
      ),
      ...moreOf(notFollowed.length - NOT_FOLLOWED, "--html or --json"),
    ]),
    section("Said once, worth a reminder", [
      ...once.slice(0, ONCE).map((each) => renderQuote(each, page)),
      ...moreOf(once.length - ONCE, "--html or --json"),
    ]),
    section("Changed by hand, without a word", [
      ...editedByHand
        .slice(0, EDITED)
        .map(({ path, edits }) => `  ${cut(path, page.width - 14)}  ${times(edits.length)}\n`),
      ...moreOf(editedByHand.length - EDITED, "--html or --json"),
    ]),
    section("Never corrected", renderNever(report, page)),
    section("What rules would have saved", renderSaved(report, page)),
  ].join("");
}

function renderCounts({ read, recurring }: LearnReport, { paint, width, root }: Page): string {
  const { reviews, commits } = read;
  const agents = read.agents.map(({ agent, conversations }) => `${agent} ${conversations}`).join(", ");
  const sources = compact([
    read.conversations > 0 &&
      `${formatLargeCount(read.conversations, "conversation")} (${agents}) with ${formatLargeCount(read.turns, "turn")} of yours`,
    reviews.sessions > 0 &&
      `${formatLargeCount(reviews.remarks, "review comment")} on ${formatLargeCount(reviews.sessions, "pull request")}`,
    commits.sessions > 0 && formatLargeCount(commits.sessions, "commit"),
  ]);
  const recur = recurring.reduce((sum, { members }) => sum + members.length, 0);
  const lines = [
    ...wrapWords(`Read ${sources.length === 0 ? "nothing" : sources.join("; ")}.`, width, "…"),
    `${paint("bold", formatLargeCount(read.corrections, "correction"))}${read.corrections === 0 ? "." : `, ${formatLargeCount(recur, "of them recurs", "of them recur")} in ${formatCount(recurring.length, "group")}.`}`,
  ];
  if (read.linesNotUnderstood > 0) {
    const examples = read.unread
      .slice(0, 2)
      .map(({ file, line, why }) => `${shown(file, root)}:${line} (${why})`)
      .join(", ");
    lines.push(
      ...wrapWords(
        safeLine(
          `Left out ${formatLargeCount(read.linesNotUnderstood, "line")} of ${formatLargeCount(read.lines, "line")} that Emend does not understand, such as ${examples}.`,
        ),
        width,
        "…",
      ),
    );
  }
  for (const file of read.unknownFiles.slice(0, 5)) {
    lines.push(
      `${safeLine(file)}: unknown format. Expected a transcript, reviews from gh api, SARIF or feedback as JSONL.`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function renderGroup(group: RecurringCorrection, number: number, page: Page): string {
  const { rule, isDrafted, members, edits } = group;
  const title = rule ?? `“${headlineOf(group)}”`;
  const [first = "", ...rest] = wrapWords(safeLine(title), page.width - INDENT, "…").slice(0, 3);
  const head = [
    `${String(number).padStart(3)}. ${page.paint("bold", first)}`,
    ...rest.map((line) => `     ${page.paint("bold", line)}`),
  ];
  const facts = compact([
    whenAndWho(group),
    landedText(group),
    group.rework > 0 && `${formatCount(group.rework, "tool call")} of rework`,
    edits.length > 0 && `${formatCount(edits.length, "edit")} by hand on the same lines`,
    rule === null && isDrafted && "No rule fits all of them",
  ]);
  const meta = renderIndented(`${facts.join(". ")}.`, page.width, INDENT).trimEnd();
  return `${head.join("\n")}\n${page.paint("dim", meta)}\n${quotesOf(members, group)
    .map((each) => renderQuote(each, page))
    .join("")}`;
}

/** "14 times in 9 conversations and 2 pull requests, 2026-03-02 to 2026-11-09, by ana and ben". */
export function whenAndWho({ members, authors, first, last }: RecurringCorrection): string {
  const inside = (found: PastCorrection["found"], one: string): string | false => {
    const count = new Set(members.filter((each) => each.found === found).map(({ session }) => session)).size;
    return count > 0 && formatCount(count, one);
  };
  const places = compact([
    inside("conversation", "conversation"),
    inside("review", "pull request"),
    inside("commit", "commit"),
    inside("decision", "decision"),
  ]);
  const days = first === undefined || last === undefined ? [] : [formatDay(first), formatDay(last)];
  const span = days.length === 0 ? "" : days[0] === days[1] ? `, ${days[0]}` : `, ${days.join(" to ")}`;
  const isOwn = members.some(({ author }) => author === undefined);
  const people = [...(isOwn && authors.length > 0 ? ["you"] : []), ...authors];
  const more = people.length - NAMED;
  const named = listed([...people.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])]);
  return `${times(members.length)} in ${listed(places)}${span}${named === "" ? "" : `, by ${named}`}`;
}

export const landedText = ({ landed: { landed, known } }: RecurringCorrection): string | false =>
  known > 0 && `${landed} of ${formatCount(known, "review comment")} changed the work`;

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

const listed = (parts: readonly string[]): string =>
  parts.length <= 1 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;

/** The newest quotes, each in other words. The headline is not repeated. */
export function quotesOf(
  members: readonly PastCorrection[],
  group: Pick<RecurringCorrection, "rule" | "members" | "typical">,
  most = QUOTES,
): readonly PastCorrection[] {
  const headline = group.rule === null ? headlineOf(group) : undefined;
  const seen = new Set<string>();
  const quotes = members.toReversed().filter((member) => {
    const words = member.remark === "" ? (member.act ?? "") : member.remark;
    if (headlineOf({ members: [member] }) === headline || seen.has(words)) return false;
    seen.add(words);
    return true;
  });
  return quotes.length === 0 ? members.slice(-1) : quotes.slice(0, most);
}

/** What was said, or what was done without a word. */
export const saidText = ({ remark, act, kind, found }: PastCorrection): string =>
  remark !== ""
    ? `“${found === "conversation" ? remark : plainRemark(remark) || remark}”`
    : kind === "refused"
      ? `refused: ${act ?? "a tool call"}`
      : kind === "undone"
        ? `undone: ${act ?? "the work"}`
        : `${kind}: ${act ?? "without a word"}`;

function renderQuote(correction: PastCorrection, { paint, width, root }: Page): string {
  const { time, origin, author } = correction;
  const place = correctionPlace("file" in origin ? { ...origin, file: shown(origin.file, root) } : origin);
  const from = compact([time !== undefined && formatDay(time), author && shownAuthor(author), place]).join(
    "  ",
  );
  return `     ${cut(saidText(correction), width - INDENT)}\n       ${paint("dim", safeLine(from))}\n`;
}

function renderNever({ neverCorrected: { lines, tokens } }: LearnReport, { width }: Page): readonly string[] {
  if (lines.length === 0) return [];
  const text = `${formatCount(lines.length, "line")} of your instruction files, about ${formatLargeCount(tokens, "token")} in every conversation. Either they work, or nobody needs them. --html lists them.`;
  return [renderIndented(text, width)];
}

function renderSaved({ backTest }: LearnReport, { width }: Page): readonly string[] {
  if (backTest === undefined) return [];
  const { learnedFrom, covered, later, since, reworkCovered } = backTest;
  const rework = reworkCovered === 0 ? "" : ` and ${formatCount(reworkCovered, "tool call")} of rework`;
  const text = `What recurs in the older ${formatLargeCount(learnedFrom, "correction")} came up again in ${covered} of the ${later} since ${formatDay(since)} (${formatPercent(covered / Math.max(1, later))}). Rules could have saved at most those${rework}.`;
  return [renderIndented(text, width)];
}

const shown = (file: string, root: string): string => {
  const inside = relative(root, file);
  return inside.startsWith("..") || inside === "" ? file.replace(/^.*\/(?=[^/]+\/[^/]+$)/, "…/") : inside;
};
