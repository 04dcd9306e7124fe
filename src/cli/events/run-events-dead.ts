import { defined } from "../../core/defined.ts";
import { pageAnswer } from "../../core/page.ts";
import { discardDeadLetters } from "../../app/event/discard-dead-letters.ts";
import type { DeadLetter, EventLog } from "../../ports/event-log.ts";
import { actorOf, parseWholeNumber } from "../options/parse-options.ts";
import type { CliContext } from "../cli-context.ts";
import { notFound, usageError } from "../cli-error.ts";
import { confirmIrreversible } from "../terminal/prompter.ts";
import { portsOf } from "../open/event-ports.ts";
import type { DeadChangeOptions, DeadListOptions, DeadShowOptions } from "./events-dead.ts";
import type { LogOptions } from "../options/events-options.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, safeText, toJson } from "../terminal/safe-text.ts";
import { type OpenedLog, openEventLog } from "../open/open-event-log.ts";
import { formatCount } from "../terminal/plain-text.ts";
import { painter } from "../terminal/style.ts";

const PAGE = 500;

/** `emend events dead list`. */
export async function listDead(options: DeadListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const limit = parseWholeNumber("--limit", options.limit, { most: PAGE });
  await withLog(options, context, async ({ log }) => {
    const { group, after } = options;
    const page = await log.deadLetters({ limit, ...defined({ group, after }) });
    if (options.json === true) {
      io.stdout.write(toJson(pageAnswer(page)));
      return;
    }
    const paint = painter(io);
    for (const letter of page.items) {
      const { id, time, attempts, reason } = letter;
      const tries = formatCount(attempts, "attempt");
      const line = `${safeLine(id)}  ${time}  ${safeLine(letter.group)}  entry ${safeLine(letter.entry)}  ${tries}`;
      io.stdout.write(`${paint("bold", line)}\n  ${safeLine(reason)}\n`);
    }
    if (page.items.length === 0) io.stderr.write("emend: there are no dead letters\n");
    if (page.next !== undefined) io.stderr.write(`emend: for more: --after ${safeLine(page.next)}\n`);
  });
}

/** `emend events dead show`. */
export async function showDead(id: string, options: DeadShowOptions, context: CliContext): Promise<void> {
  const { io } = context;
  await withLog(options, context, async ({ log }) => {
    const letter = await findLetter(log, id);
    if (letter === undefined) throw notFound("dead letter", id, "emend events dead list");
    io.stdout.write(options.json === true ? toJson(letter) : toText(letter));
  });
}

/** `emend events dead replay`. */
export const replayDead = (
  ids: readonly string[],
  options: DeadChangeOptions,
  context: CliContext,
): Promise<void> => changeDead("replay", ids, options, context);

/** `emend events dead discard`. */
export const discardDead = (
  ids: readonly string[],
  options: DeadChangeOptions,
  context: CliContext,
): Promise<void> => changeDead("discard", ids, options, context);

async function changeDead(
  change: "replay" | "discard",
  requested: readonly string[],
  options: DeadChangeOptions,
  context: CliContext,
): Promise<void> {
  const { io, finish } = context;
  const { all = false, group } = options;
  if (requested.length > 0 === all) {
    throw usageError("which_letters", `expected either ids of dead letters to ${change} or --all`);
  }
  if (group !== undefined && !all) throw usageError("group_without_all", "--group only works with --all");
  const by = actorOf(io, options.as);
  const apply = async ({ log, store }: OpenedLog, ids: readonly string[]): Promise<number> =>
    change === "replay" ? log.replay(ids) : discardDeadLetters({ events: log, audit: store!.audit })(ids, by);
  await withLog({ ...options, audited: change === "discard" }, context, async (opened) => {
    const { log } = opened;
    const ids = all ? await allIds(log, group) : [...new Set(requested)];
    if (change === "discard" && all && ids.length > 0 && options.yes !== true) {
      if (!(await confirmIrreversible(io, `Discard ${formatCount(ids.length, "dead letter")}?`))) {
        io.stderr.write("emend: nothing was discarded\n");
        return;
      }
    }
    let changed = 0;
    for (let at = 0; at < ids.length; at += PAGE) changed += await apply(opened, ids.slice(at, at + PAGE));
    const done = change === "replay" ? "replayed" : "discarded";
    io.stdout.write(`${done} ${formatCount(changed, "dead letter")}\n`);
    if (changed === ids.length) return;
    io.stderr.write(`emend: ${ids.length - changed} of these ids were not found [dead_letter_not_found]\n`);
    finish(EXIT.usage);
  });
}

async function withLog(
  options: LogOptions & { readonly audited?: boolean },
  context: CliContext,
  work: (opened: OpenedLog) => Promise<void>,
): Promise<void> {
  // The audit log is in the store, wherever the events are.
  const opened = await openEventLog(context.io, options, portsOf(context), {
    needed: options.audited === true,
    create: false,
  });
  try {
    context.finish(EXIT.success);
    await work(opened);
  } finally {
    await opened.close();
  }
}

async function findLetter(log: EventLog, id: string): Promise<DeadLetter | undefined> {
  for await (const letters of pages(log)) {
    const found = letters.find((letter) => letter.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Listed before any is replayed: one that fails again is a new letter, and would be replayed forever. */
async function allIds(log: EventLog, group: string | undefined): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const letters of pages(log, group)) for (const { id } of letters) ids.push(id);
  return ids;
}

async function* pages(log: EventLog, group?: string): AsyncGenerator<readonly DeadLetter[]> {
  let after: string | undefined;
  do {
    const page = await log.deadLetters({ limit: PAGE, ...defined({ group, after }) });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

function toText({ id, group, entry, attempts, time, reason, body }: DeadLetter): string {
  const rows = Object.entries({ id, group, entry, attempts: String(attempts), time, reason });
  const head = rows.map(([name, value]) => `${name.padEnd(9)} ${safeLine(value)}\n`).join("");
  return `${head}\n${safeText(prettyPrint(body))}\n`;
}

/** Valid JSON is printed in several lines. */
function prettyPrint(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
