import { QUOTES_TRUST, REMINDERS_TRUST } from "../rule/trust-words.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { nearnessTo } from "../mistake/rank-mistakes.ts";
import { byCodeUnits } from "../text/code-points.ts";
import { daysAfter } from "../time/time.ts";
import { feedbackWords, pathWords, sharedTopics, topicsOf, correctionWords } from "./correction-words.ts";
import {
  REMINDER_DAYS,
  REMINDER_PLACES,
  type ReminderPlace,
  type Reminder,
  MAX_REMINDER_TOKENS,
  MAX_REMINDER_WORDS,
  MAX_REMINDERS,
} from "./reminder.ts";
import { defined } from "../defined.ts";
import { cleanFact, quoteCode, quoteFactWords } from "../prompt/quote-fact.ts";
import { sanitiseRuleText } from "../rule/sanitise-rule-text.ts";
import { tokenCost } from "../rule/render-rules.ts";

export interface ReminderQuestion {
  /** Files that the agent is about to touch; none at the start of a conversation. */
  readonly files: readonly string[];
  /** A description of the work. */
  readonly about?: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

/** A record with its relevance to the current work. */
interface RankedFeedback {
  readonly record: Feedback;
  readonly here: ReminderPlace;
  readonly until: string;
}

/** Feedback of the last two weeks, most relevant first, then latest first. */
export function rankReminders(
  feedback: readonly Feedback[],
  { files, about = "", now }: ReminderQuestion,
): readonly RankedFeedback[] {
  const nearnessOf = nearnessTo(files);
  const work = topicsOf([about, ...files.map(pathWords)].join(" . "));
  const placeOf = (record: Feedback): Place => {
    const path = record.target?.path;
    const near = path === undefined ? undefined : nearnessOf(path);
    if (near === "same_file" || near === "same_folder") return { here: near, shared: 0 };
    const shared = work.size === 0 ? 0 : sharedTopics(topicsOf(feedbackWords(record) ?? ""), work);
    return { here: shared > 0 ? "same_work" : (near ?? "elsewhere"), shared };
  };
  return feedback
    .map((record) => ({ record, until: daysAfter(record.time, REMINDER_DAYS) }))
    .filter(({ until }) => now < until)
    .map((each) => ({ ...each, ...placeOf(each.record) }))
    .toSorted(
      (a, b) =>
        REMINDER_PLACES.indexOf(a.here) - REMINDER_PLACES.indexOf(b.here) ||
        b.shared - a.shared ||
        byCodeUnits(b.record.time, a.record.time) ||
        byCodeUnits(a.record.id, b.record.id),
    );
}

interface Place {
  readonly here: ReminderPlace;
  /** The number of shared topics. */
  readonly shared: number;
}

/**
 * Converts records to reminders one by one, skipping what is not a correction or repeats an earlier one. Parsing a
 * remark is expensive, so callers stop when they have enough.
 */
export function createReminders(): (ranked: RankedFeedback) => Reminder | undefined {
  const chosen = new Set<string>();
  return ({ record, here, until }) => {
    const words = correctionWords(record);
    if (words === undefined) return undefined;
    const key = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (chosen.has(key)) return undefined;
    chosen.add(key);
    const path = record.target?.path;
    return {
      feedback_id: record.id,
      words,
      by: record.author.id,
      said_at: record.time,
      here,
      until,
      ...defined({ path }),
    };
  };
}

type ShownReminder = Pick<Reminder, "words" | "by" | "said_at" | "path">;

const HEADING = `${REMINDERS_TRUST} ${QUOTES_TRUST}`;

export interface RenderedReminders<R> {
  /** Empty for none; without a trailing line break. */
  readonly section: string;
  /** The included reminders, in order. */
  readonly told: readonly R[];
}

/** The prompt section with reminders, within their number and budget. */
export function renderReminders<R extends ShownReminder>(reminders: readonly R[]): RenderedReminders<R> {
  let section = "";
  const chosen: R[] = [];
  for (const reminder of reminders) {
    if (chosen.length === MAX_REMINDERS) break;
    const line = reminderLine(reminder);
    if (line === undefined) continue;
    const longer = `${section === "" ? HEADING : section}\n${line}`;
    if (tokenCost(longer) > MAX_REMINDER_TOKENS) continue;
    section = longer;
    chosen.push(reminder);
  }
  return { section, told: chosen };
}

const MAX_BY = 60;
const MAX_PATH = 120;

/** The line of a reminder; undefined if no words are left. */
function reminderLine({ words, by, said_at, path }: ShownReminder): string | undefined {
  const quote = quoteFactWords(sanitiseRuleText(words, MAX_REMINDER_WORDS));
  if (quote === undefined) return undefined;
  const name = cleanFact(by).slice(0, MAX_BY).toWellFormed();
  const file = path === undefined ? undefined : quoteCode(path.slice(-MAX_PATH));
  const day = /^\d{4}-\d{2}-\d{2}/.exec(said_at)?.[0];
  const where = file === undefined ? "" : ` about ${file}`;
  return `- ${name === "" ? "somebody" : name}${day === undefined ? "" : ` on ${day}`}${where}: ${quote}`;
}
