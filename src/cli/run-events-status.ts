import { DECISION_GROUP } from "../app/take-in-decisions.ts";
import type { Backlog } from "../ports/event-log.ts";
import type { CliContext } from "./cli-context.ts";
import type { EventPorts } from "./event-ports.ts";
import type { StatusOptions } from "./events.ts";
import { EXIT } from "./exit-code.ts";
import { openEventLog, PROCESS_PORTS } from "./open-event-log.ts";
import { safeLine } from "./safe-text.ts";
import { painter, type Paint } from "./style.ts";

interface GroupStatus extends Backlog {
  readonly group: string;
}

interface EventStatus {
  readonly log: string;
  readonly outbox: number;
  readonly groups: readonly GroupStatus[];
}

/** `emend events status`. */
export async function runEventsStatus(
  options: StatusOptions,
  { io, finish }: CliContext,
  ports: EventPorts = PROCESS_PORTS,
): Promise<void> {
  const opened = await openEventLog(io, options, ports, { needed: true, create: false });
  try {
    const names = new Set([DECISION_GROUP, ...(options.group ?? [])]);
    const groups: GroupStatus[] = [];
    for (const group of names) groups.push({ group, ...(await opened.log.backlog(group)) });
    const status = { log: opened.name, outbox: await opened.store!.outbox.depth(), groups };
    io.stdout.write(
      options.json === true ? `${JSON.stringify(status, null, 2)}\n` : toText(status, painter(io)),
    );
    finish(EXIT.fine);
  } finally {
    await opened.close();
  }
}

function toText({ log, outbox, groups }: EventStatus, paint: Paint): string {
  const width = Math.max(5, ...groups.map(({ group }) => safeLine(group).length));
  const row = (...cells: readonly (string | number)[]): string =>
    cells
      .map((cell, at) => (at === 0 ? safeLine(String(cell)).padEnd(width) : String(cell).padStart(9)))
      .join("");
  const lines = groups.map((one) => {
    const line = row(one.group, one.waiting, one.pending, one.dead);
    return one.dead > 0 ? paint("red", line) : line;
  });
  return [
    `log     ${safeLine(log)}`,
    `outbox  ${outbox} to be published`,
    "",
    paint("dim", row("GROUP", "WAITING", "PENDING", "DEAD")),
    ...lines,
    "",
  ].join("\n");
}
