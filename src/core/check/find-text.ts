import type { TextCheck } from "./check.ts";
import { findPhrases } from "./phrase.ts";
import type { CheckPlace } from "./run-check.ts";
import { findTokens } from "./token-sequence.ts";

/** Where a check of words hits a text. */
export const findText = (check: TextCheck, text: string): readonly CheckPlace[] =>
  "tokens" in check ? findTokens(check.tokens, text) : findPhrases(check, text);
