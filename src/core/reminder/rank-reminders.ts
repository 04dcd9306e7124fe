import type { Feedback } from "../feedback/feedback.ts";
import { nearnessTo } from "../mistake/nearness.ts";
import { byCodeUnits } from "../text/by-code-units.ts";
import { daysAfter } from "../time/days-after.ts";
import { correctionWords } from "./correction-words.ts";
import { type Reminder, REMINDER_DAYS, REMINDER_PLACES, type ReminderPlace } from "./reminder.ts";
import { pathWords, sharedTopics, topicsOf } from "./work-topics.ts";

export interface ReminderQuestion {
  /** Files that the agent is about to touch; none where a conversation begins. */
  readonly files: readonly string[];
  /** What the work is about, in words. */
  readonly about?: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

/**
 * The corrections among an agent's feedback, the nearest first and the latest first among equals. The same words are
 * told once, as they were said last.
 */
export function rankReminders(
  feedback: readonly Feedback[],
  question: ReminderQuestion,
): readonly Reminder[] {
  const { files, about = "", now } = question;
  const nearnessOf = nearnessTo(files);
  const work = topicsOf([about, ...files.map(pathWords)].join(" . "));
  const placeOf = (path: string | undefined, words: string): Place => {
    const near = path === undefined ? undefined : nearnessOf(path);
    if (near === "same_file" || near === "same_folder") return { here: near, shared: 0 };
    const shared = sharedTopics(topicsOf(words), work);
    return { here: shared > 0 ? "same_work" : (near ?? "elsewhere"), shared };
  };
  const ranked = feedback
    .flatMap((record) => {
      const until = daysAfter(record.time, REMINDER_DAYS);
      const words = now < until ? correctionWords(record) : undefined;
      if (words === undefined) return [];
      const path = record.target?.path;
      const { here, shared } = placeOf(path, words);
      const { id: feedback_id, author, time: said_at } = record;
      const reminder: Reminder = {
        feedback_id,
        words,
        by: author.id,
        said_at,
        here,
        until,
        ...(path === undefined ? {} : { path }),
      };
      return [{ reminder, shared }];
    })
    .toSorted(
      (a, b) =>
        REMINDER_PLACES.indexOf(a.reminder.here) - REMINDER_PLACES.indexOf(b.reminder.here) ||
        b.shared - a.shared ||
        byCodeUnits(b.reminder.said_at, a.reminder.said_at) ||
        byCodeUnits(a.reminder.feedback_id, b.reminder.feedback_id),
    )
    .map(({ reminder }) => reminder);
  const seen = new Set<string>();
  return ranked.filter(({ words }) => {
    const key = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    return !seen.has(key) && seen.add(key);
  });
}

interface Place {
  readonly here: ReminderPlace;
  /** How many things the words and the work have in common. */
  readonly shared: number;
}
