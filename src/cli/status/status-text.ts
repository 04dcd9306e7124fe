import { ageOf } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";
import type { StatusReport } from "./status-report.ts";

const MOST_AGENTS = 10;

export function renderStatus(report: StatusReport, paint: Paint, now: string): string {
  const { set_up: setUp, runs, waits, wrong, start } = report;
  const { store } = setUp;
  const list = (names: readonly string[]): string =>
    names.length === 0 ? "none" : names.map(safeLine).join(", ");
  const trust = { nothing_to_trust: "", trusted: ", trusted", waiting: ", not trusted yet" }[setUp.trust];
  const width = String(waits.reduce((most, { count }) => Math.max(most, count), 0)).length;
  const widest = waits.reduce((most, { what }) => Math.max(most, what.length), 0);
  const lines = [
    paint("bold", "Set up"),
    row("settings", `${setUp.config === null ? "none; defaults are used" : safeLine(setUp.config)}${trust}`),
    row("store", storeText(store)),
    row("hooks", list(setUp.hooks)),
    row("mcp", list(setUp.mcp)),
    ...(setUp.agent === null ? [] : [row("agent", safeLine(setUp.agent))]),
    paint("bold", "Running"),
    row("server", runs.server?.answers === true ? safeLine(runs.server.url) : "no"),
    row("worker", runs.worker ? "yes" : "no"),
    ...runs.agents
      .slice(0, MOST_AGENTS)
      .map(({ agent, last_heard }) => row("heard", `${safeLine(agent)}, ${ageOf(last_heard, now)} ago`)),
    ...(runs.agents.length > MOST_AGENTS
      ? [row("", `and ${runs.agents.length - MOST_AGENTS} more agents`)]
      : []),
    paint("bold", "Waiting"),
    ...(waits.length === 0 ? ["  nothing"] : []),
    ...waits.map(
      ({ what, count, command }) => `  ${what.padEnd(widest)}  ${String(count).padStart(width)}  ${command}`,
    ),
    ...(wrong.length === 0 ? [] : [paint("red", "Wrong")]),
    ...wrong.flatMap(({ code, message, mend }) => [
      `  ${safeLine(message)} [${code}]`,
      `    fix: ${safeLine(mend)}`,
    ]),
    ...(start === null ? [] : ["", `Nothing recorded yet; start with ${start}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function storeText({
  place,
  kind,
  schema,
  records,
  rules_in_force: rules,
}: StatusReport["set_up"]["store"]): string {
  const where = safeLine(place ?? "unknown");
  if (kind === null) return `${where}: nothing recorded yet`;
  if (records === null || rules === null) {
    return `${where}: schema ${schema}; the next command that opens it upgrades it`;
  }
  return `${where}: ${plural(records, "record")}, ${plural(rules, "rule")} in force`;
}

const row = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;
const plural = (number: number, one: string): string =>
  `${number.toLocaleString("en-US")} ${one}${number === 1 ? "" : "s"}`;
