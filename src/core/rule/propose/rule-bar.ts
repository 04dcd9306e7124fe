import type { Feedback } from "../../feedback/feedback.ts";
import { isPeoplesOwn } from "../../feedback/is-evidence.ts";
import { isCorrection } from "../../feedback/kind-of-feedback.ts";
import { saysWhat } from "./says-what.ts";

/** Why a record cannot become part of a rule. */
export const RULE_BARS = [
  "author_unknown",
  "author_not_trusted",
  "no_correction",
  "no_words",
  "written_by_author",
  "work_of_people",
] as const;

export type RuleBar = (typeof RULE_BARS)[number];

/** What keeps a record from being evidence for a rule; nothing if it can be. What the words lack is named before the author. */
export function ruleBar(record: Feedback): RuleBar | undefined {
  if (isPeoplesOwn(record)) return "work_of_people";
  if (record.by_author === true) return "written_by_author";
  if (!isCorrection(record)) return "no_correction";
  if (record.correction?.diff === undefined && (record.similarity_text.trim() === "" || !saysWhat(record)))
    return "no_words";
  if (record.author.trust !== "outsider") return undefined;
  return record.author.id === "unknown" ? "author_unknown" : "author_not_trusted";
}
