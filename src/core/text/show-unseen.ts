/**
 * Control, direction-changing and other invisible characters, halves of characters, line separators, and blanks that
 * look like nothing.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Text from outside, made fit to be looked at: what would act on a terminal or hide in a line is shown as its code point. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t"
      ? character
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
