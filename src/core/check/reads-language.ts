import type { Check } from "./check.ts";
import { coversLanguage } from "./known-check.ts";

/** Whether a check runs over code of a language; undefined for text without a grammar, which checks of words read. */
export function readsLanguage(check: Check, language: string | undefined): boolean {
  if (check.kind === "lint") return false;
  return check.kind === "text"
    ? language === undefined
    : language !== undefined && coversLanguage(check.language, language);
}
