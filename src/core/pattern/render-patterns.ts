import type { PatternSlice, AgentPattern, PatternIssue, PatternTrend } from "./agent-pattern.ts";
import type { Alert } from "./alert.ts";
import { renderColumns, widest } from "../text/render-columns.ts";
import { visibleName, visibleText } from "../text/visible-name.ts";
import { wrapWords } from "../text/wrap-words.ts";

interface SparkSigns {
  /** From 0 % to 100 % approved. */
  readonly levels: string;
  /** Nothing was decided, as opposed to nothing approved. */
  readonly gap: string;
}

const UNICODE: SparkSigns = { levels: "▁▂▃▄▅▆▇█", gap: "·" };
const ASCII: SparkSigns = { levels: ".:-=+*%#", gap: "_" };

/**
 * The approval rate over time, one character per slice, or per group of slices if there are more slices than
 * columns.
 */
export function sparkline(series: readonly PatternSlice[], columns: number, ascii = false): string {
  const { levels, gap } = ascii ? ASCII : UNICODE;
  const perSign = Math.max(1, Math.ceil(series.length / Math.max(1, columns)));
  let line = "";
  // From the end, so that the newest character covers a full group.
  for (let end = series.length; end > 0; end -= perSign) {
    const group = series.slice(Math.max(0, end - perSign), end);
    const decided = group.reduce((sum, slice) => sum + slice.decided, 0);
    const approved = group.reduce((sum, slice) => sum + slice.approved, 0);
    const level = Math.min(levels.length - 1, Math.floor((approved / decided) * levels.length));
    line = (decided === 0 ? gap : levels.charAt(level)) + line;
  }
  return line;
}

export interface RenderPatternsOptions {
  /** The width of the terminal, from 40 to 400 columns. */
  readonly width: number;
  /** ASCII instead of blocks and arrows. */
  readonly ascii?: boolean;
  readonly alerts?: readonly Alert[];
  /** The most agents and alerts to show; 50 by default. */
  readonly maxAgents?: number;
}

interface Page {
  readonly width: number;
  readonly ascii: boolean;
  readonly ellipsis: string;
}

const EMPTY = [
  "No agent's work was submitted or decided in this window.",
  "Look further back with --window 30d, or import decisions with `emend import`.",
];

/** Renders patterns for a terminal: a table, the alerts, then each agent's issues with their fixes. */
export function renderPatterns(patterns: readonly AgentPattern[], options: RenderPatternsOptions): string {
  const ascii = options.ascii ?? false;
  const width = Math.min(400, Math.max(40, Math.floor(options.width) || 80));
  const page: Page = { width, ascii, ellipsis: ascii ? "..." : "…" };
  const most = Math.max(1, Math.floor(options.maxAgents ?? 50) || 1);
  const worked = patterns.filter(({ total, top_issues }) => total > 0 || top_issues.length > 0);
  const shown = worked.slice(0, most);
  const [first] = shown;
  const parts =
    first === undefined
      ? [EMPTY.flatMap((line) => wrapWords(line, width, page.ellipsis))]
      : [
          wrapWords(titleOf(first), width, page.ellipsis),
          [...renderTable(shown, page), ...more(worked.length - most, "agent")],
          renderAlerts(options.alerts ?? [], most, page),
          ...shown.map((pattern) => renderIssues(pattern, page)),
        ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const titleOf = ({ period_hours, from, to }: AgentPattern): string =>
  `Patterns over ${period_hours % 24 === 0 ? counted(period_hours / 24, "day") : counted(period_hours, "hour")}, ${minute(from)} to ${minute(to)} UTC`;

const minute = (hour: string): string => hour.slice(0, 16).replace("T", " ");

/** The width of the table without names and history, as long as numbers are no wider than their titles. */
const BESIDE_HISTORY = 57;

function renderTable(patterns: readonly AgentPattern[], page: Page): readonly string[] {
  const numbers = (title: string, leaves: number, of: (pattern: AgentPattern) => string) =>
    ({ title, leaves, align: "right", cells: patterns.map(of) }) as const;
  const room = Math.max(10, Math.floor(page.width / 5));
  const agents = patterns.map(({ agent }) => visibleName(agent, room, page.ellipsis));
  const history = Math.min(24, Math.max(7, page.width - widest(["AGENT", ...agents]) - BESIDE_HISTORY));
  return renderColumns(
    [
      {
        title: "AGENT",
        align: "left",
        leaves: 0,
        cells: agents,
      },
      numbers("TOTAL", 3, ({ total }) => String(total)),
      numbers("DECIDED", 2, ({ decided }) => String(decided)),
      numbers("REJECTED", 1, ({ rejected }) => String(rejected)),
      numbers("APPROVAL", 0, ({ approval_rate }) => percent(approval_rate)),
      {
        title: "TREND",
        align: "left",
        leaves: 0,
        cells: patterns.map(({ trend }) => trendText(trend, page)),
      },
      {
        title: "HISTORY",
        align: "left",
        leaves: 4,
        cells: patterns.map(({ series }) => sparkline(series, history, page.ascii)),
      },
    ],
    page.width,
    page.ellipsis,
  );
}

const ARROWS = {
  improving: ["↑", "^", "improving"],
  steady: ["→", "=", "steady"],
  worsening: ["↓", "v", "worsening"],
  no_data: ["·", "-", "too few decided"],
} as const satisfies Record<PatternTrend["direction"], readonly [string, string, string]>;

/** Each arrow has a word, so that neither symbol nor colour carries the meaning alone. */
function trendText({ direction, delta_points }: PatternTrend, { ascii }: Page): string {
  const [arrow, plain, word] = ARROWS[direction];
  const sign = ascii ? plain : arrow;
  if (direction === "no_data" || delta_points === null) return `${sign} ${word}`;
  const points = Math.round(delta_points);
  return `${sign} ${word} ${points > 0 ? "+" : ""}${points}`;
}

function renderAlerts(alerts: readonly Alert[], most: number, page: Page): readonly string[] {
  if (alerts.length === 0) return [];
  const lines = alerts.slice(0, most).flatMap((alert) => {
    const [first = "", ...rest] = wrapWords(
      visibleText(alert.message) + whenOf(alert),
      page.width - 4,
      page.ellipsis,
    );
    return [`  ! ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  return ["ALERTS", ...lines, ...more(alerts.length - most, "alert")];
}

/** The other alerts are about the whole window, which is in the title. */
const whenOf = (alert: Alert): string =>
  alert.code === "repeated_tag" ? ` (${minute(alert.since)} to ${minute(alert.until)} UTC)` : "";

function renderIssues({ agent, top_issues }: AgentPattern, page: Page): readonly string[] {
  if (top_issues.length === 0) return [];
  const counts = top_issues.map(({ count }) => String(count));
  const digits = widest(counts);
  const lines = top_issues.flatMap((issue, index) => {
    const head = `  ${(counts[index] ?? "").padStart(digits)}  ${percent(issue.share).padStart(4)}  `;
    const room = page.width - head.length;
    return [
      head + visibleName(headingOf(issue), room, page.ellipsis),
      ...wrapWords(visibleText(fixOf(issue)), room, page.ellipsis).map(
        (line) => " ".repeat(head.length) + line,
      ),
    ];
  });
  return [visibleName(agent, page.width, page.ellipsis), ...lines];
}

const headingOf = ({ tag, gate, registered, auto_fixable }: PatternIssue): string =>
  `${tag}  ${registered ? `${gate}${auto_fixable ? " (auto-fixable)" : ""}` : "(not registered)"}`;

const fixOf = ({ fix }: PatternIssue): string =>
  fix ?? "No gate has this tag; add it to a gate pack so that the agent learns how to fix it.";

/** Shows 100 % and 0 % only for exact values. */
function percent(rate: number | null): string {
  if (rate === null) return "-";
  const whole = Math.round(rate * 100);
  if (whole === 100 && rate < 1) return ">99%";
  if (whole === 0 && rate > 0) return "<1%";
  return `${whole}%`;
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

const more = (count: number, word: string): readonly string[] =>
  count > 0 ? [`and ${counted(count, `more ${word}`)}; --json shows all`] : [];
