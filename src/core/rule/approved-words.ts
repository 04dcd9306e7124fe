import type { RuleText } from "./rule.ts";

/** An act holds 64 KiB of JSON; this leaves room for its people. */
const MOST_CHARACTERS = 32_768;

/** What people approved besides the text, for the act that puts it in force; nothing if it is too long for one. */
export function approvedWords({
  type,
  reason,
  insertion_point,
  scope,
}: RuleText): Omit<RuleText, "text"> | Record<string, never> {
  const words = { type, reason, insertion_point, scope };
  return JSON.stringify(words).length > MOST_CHARACTERS ? {} : words;
}
