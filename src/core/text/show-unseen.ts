/**
 * Control, direction-changing and other invisible characters, lone surrogates, line separators, and invisible blanks.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** Makes untrusted text safe to display: characters that could act on a terminal or hide are shown as code points. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t"
      ? character
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
