import type { CliContext } from "../cli-context.ts";
import { EXIT } from "../exit-code.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { formatAge, formatLargeCount } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { collectFacts } from "./collect-facts.ts";
import { type StatusReport, toStatusReport } from "./status-report.ts";

const MAX_AGENTS = 10;

const row = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;

/** `emend status`: reads everything and changes nothing. */
export async function runStatus(options: StoreOptions, { io, finish }: CliContext): Promise<void> {
  const { facts } = await collectFacts(io, options.store);
  const report = toStatusReport(facts);
  io.stdout.write(
    options.json === true ? toJson(report) : renderStatus(report, painter(io), io.now().toISOString()),
  );
  finish(report.wrong.length > 0 ? EXIT.problem : EXIT.success);
}

function renderStatus(report: StatusReport, paint: Paint, now: string): string {
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
      .slice(0, MAX_AGENTS)
      .map(({ agent, last_heard }) => row("heard", `${safeLine(agent)}, ${formatAge(last_heard, now)} ago`)),
    ...(runs.agents.length > MAX_AGENTS
      ? [row("", `and ${runs.agents.length - MAX_AGENTS} more agents`)]
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
  return `${where}: ${formatLargeCount(records, "record")}, ${formatLargeCount(rules, "rule")} in force`;
}
