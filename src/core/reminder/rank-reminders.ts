import type { Feedback } from "../feedback/feedback.ts";
import { nearnessTo } from "../mistake/nearness.ts";
import { byCodeUnits } from "../text/by-code-units.ts";
import { daysAfter } from "../time/days-after.ts";
import { saidWords } from "./correction-words.ts";
import { REMINDER_DAYS, REMINDER_PLACES, type ReminderPlace } from "./reminder.ts";
import { pathWords, sharedTopics, topicsOf } from "./work-topics.ts";

export interface ReminderQuestion {
  /** Files that the agent is about to touch; none where a conversation begins. */
  readonly files: readonly string[];
  /** What the work is about, in words. */
  readonly about?: string;
  /** UTC to the millisecond. */
  readonly now: string;
}

/** A record with how near it is to the work at hand. */
export interface RankedFeedback {
  readonly record: Feedback;
  readonly here: ReminderPlace;
  readonly until: string;
}

/** What was said in the last two weeks, the nearest first and the latest first among equals. */
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
    const shared = work.size === 0 ? 0 : sharedTopics(topicsOf(saidWords(record) ?? ""), work);
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
  /** How many things the words and the work have in common. */
  readonly shared: number;
}
