import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { projectPath } from "../../core/change/project-path.ts";
import { type Reminder, REMINDER_DAYS, REMINDER_SOURCES } from "../../core/reminder/reminder.ts";
import { daysAfter } from "../../core/time/time.ts";
import { projectRoot } from "../../hook/hook-paths.ts";
import { ownNames } from "../../hook/person-name.ts";
import type { CliContext } from "../cli-context.ts";
import { unwrapResult } from "../cli-error.ts";
import { configOf } from "../open/config-of.ts";
import { printFromStore } from "../open/open-emend.ts";
import { actorOf, parseChoice } from "../options/parse-options.ts";
import { findReminderByPrefix } from "../options/find-by-prefix.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { formatDay, renderIndented, shortId, widthOf } from "../terminal/plain-text.ts";
import type { RemindersDismissOptions, RemindersListOptions } from "./reminders.ts";

const MAX_LISTED = 100;
const DEFAULT_AGENT = "claude-code";

export async function runRemindersList(options: RemindersListOptions, context: CliContext): Promise<void> {
  const { io } = context;
  const config = await configOf(io);
  const root = projectRoot(io.cwd);
  const source =
    options.source === undefined
      ? config.reminders
      : parseChoice("--source", options.source, REMINDER_SOURCES);
  const agent = options.agent?.trim() || config.agent || DEFAULT_AGENT;
  const files = (options.file ?? []).map((file) => projectPath(file, { root, folder: io.cwd }) ?? file);
  await printFromStore(options, context, async ({ reminders }) => {
    const own = ownNames(root, io.env);
    const about = defined({ about: options.about });
    const found = await reminders.find({ agent, files, source, own, limit: MAX_LISTED, ...about });
    if (options.json === true) {
      const items = found.map((each) => ({ ...each, path: each.path ?? null }));
      return toJson({ agent, source, ...pageAnswer({ items }) });
    }
    if (found.length === 0) io.stderr.write(`emend: ${emptyText(agent, source, own)}\n`);
    return found.map((reminder) => reminderText(reminder, widthOf(io))).join("");
  });
}

function emptyText(agent: string, source: string, own: readonly string[]): string {
  const name = safeLine(agent);
  if (source === "off") return "reminders are off; set `reminders` to own or team to use them";
  if (source === "team") return `${name} has no reminders`;
  return `${name} has no reminders from ${safeLine(own.join(" or "))}; --source team shows everyone's corrections`;
}

const reminderText = ({ feedback_id, words, by, said_at, until, path }: Reminder, width: number): string =>
  `${shortId(feedback_id)}  ${safeLine(by)} on ${formatDay(said_at)}${path === undefined ? "" : ` about ${safeLine(path)}`}, until ${formatDay(until)}\n${renderIndented(words, width)}`;

export async function runRemindersDismiss(
  id: string,
  options: RemindersDismissOptions,
  context: CliContext,
): Promise<void> {
  const { io } = context;
  const by = actorOf(io, options.as);
  const since = daysAfter(io.now().toISOString(), -REMINDER_DAYS);
  await printFromStore(options, context, async ({ store, reminders }) => {
    const { id: feedbackId } = await findReminderByPrefix(store.feedback, id, since);
    const done = unwrapResult(await reminders.dismiss(feedbackId, { by, reason: options.reason ?? "" }));
    return options.json === true
      ? toJson(done)
      : `dismissed ${shortId(feedbackId)}; agents will not see it again\n`;
  });
}
