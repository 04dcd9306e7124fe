import { LEARN_GROUP } from "../../app/evaluation/learn-from-events.ts";
import { DECISION_GROUP } from "../../app/event/ingest-decisions.ts";
import type { Backlog } from "../../ports/event-log.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { portsOf } from "../open/event-ports.ts";
import type { StatusOptions } from "./events.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { configOf } from "../open/config-of.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { openEventLog } from "../open/open-event-log.ts";
import { painter, type Paint } from "../terminal/style.ts";

interface GroupStatus extends Backlog {
  readonly group: string;
  /** The webhook endpoint that the group delivers to, if any. */
  readonly endpoint: string | null;
}

interface EventStatus {
  readonly log: string;
  readonly outbox: number;
  readonly groups: readonly GroupStatus[];
}

/** `emend events status`. */
export async function runEventsStatus(options: StatusOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const opened = await openEventLog(io, options, portsOf(context), { needed: true, create: false });
  try {
    const endpoints = await endpointsOf(io);
    const names = new Set([
      DECISION_GROUP,
      LEARN_GROUP,
      ...endpoints.keys(),
      ...(await opened.log.groups()),
      ...(options.group ?? []),
    ]);
    const groups: GroupStatus[] = [];
    for (const group of names) {
      groups.push({ group, endpoint: endpoints.get(group) ?? null, ...(await opened.log.backlog(group)) });
    }
    const status = { log: opened.name, outbox: await opened.store!.outbox.depth(), groups };
    io.stdout.write(options.json === true ? toJson(status) : toText(status, painter(io)));
    finish(EXIT.success);
  } finally {
    await opened.close();
  }
}

/** By group; empty if the settings are invalid, which `emend serve` reports when it starts. */
async function endpointsOf(io: CliIo): Promise<ReadonlyMap<string, string>> {
  try {
    const { settings } = await openWebhooks((await configOf(io)).webhooks);
    return new Map(settings.endpoints.map(({ group, shown }) => [group, shown]));
  } catch (error) {
    if (error instanceof CliError) return new Map();
    throw error;
  }
}

function toText({ log, outbox, groups }: EventStatus, paint: Paint): string {
  const width = Math.max(5, ...groups.map(({ group }) => safeLine(group).length));
  const row = (...cells: readonly (string | number)[]): string =>
    cells
      .map((cell, at) => (at === 0 ? safeLine(String(cell)).padEnd(width) : String(cell).padStart(9)))
      .join("");
  const lines = groups.map((one) => {
    const endpoint = one.endpoint === null ? "" : `  ${safeLine(one.endpoint)}`;
    const line = `${row(one.group, one.waiting, one.pending, one.dead)}${endpoint}`;
    return one.dead > 0 ? paint("red", line) : line;
  });
  return [
    `log     ${safeLine(log)}`,
    `outbox  ${outbox} unpublished`,
    "",
    paint("dim", row("GROUP", "WAITING", "PENDING", "DEAD")),
    ...lines,
    "",
  ].join("\n");
}
