import { defined } from "../defined.ts";
import { correctionWords } from "./correction-words.ts";
import type { RankedFeedback } from "./rank-reminders.ts";
import type { Reminder } from "./reminder.ts";

/**
 * Makes reminders of records one by one, in the order given: nothing of what is no correction, or says what another said
 * before. Reading a remark costs most, so whoever has enough asks no more.
 */
export function createReminders(): (ranked: RankedFeedback) => Reminder | undefined {
  const told = new Set<string>();
  return ({ record, here, until }) => {
    const words = correctionWords(record);
    if (words === undefined) return undefined;
    const key = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
    if (told.has(key)) return undefined;
    told.add(key);
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
