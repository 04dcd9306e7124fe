/** The gaps that templates leave for facts. */
export const GAP_NAMES = [
  "error_message",
  "detected_framework",
  "test_description",
  "expected_behavior",
  "clarification_prompt",
  "narrowed_scope",
  "alternatives",
  "gap_description",
  "constraint",
  "issue",
] as const;

export type GapName = (typeof GAP_NAMES)[number];
