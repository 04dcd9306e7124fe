/**
 * Control, direction-changing and other characters that show nothing, and blanks that look like none. What joins two pictures into
 * one is left alone.
 */
const HIDDEN =
  /(?!(?<=\p{Extended_Pictographic}\ufe0f?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

const SEEN = new Set(["\n", "\t"]);

export interface TextPart {
  readonly text: string;
  /** `U+202E` where the part is one hidden character. */
  readonly code?: string;
}

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Past so many, the rest is shown with one sign for each. */
const MAX_PARTS = 2_000;

/** The text in parts, those that hide named by their code point; the same many times over is named once. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  let repeated = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (SEEN.has(character) || (character === "\r" && text[index + 1] === "\n")) continue;
    const last = parts.at(-1);
    if (index === at && last?.text === character) {
      repeated += 1;
      parts[parts.length - 1] = { text: character, code: `${codePoint(character)} × ${repeated}` };
    } else {
      if (parts.length > MAX_PARTS) {
        parts.push({
          text: text.slice(at).replace(HIDDEN, (hidden) => (SEEN.has(hidden) ? hidden : "\ufffd")),
        });
        return parts;
      }
      if (index > at) parts.push({ text: text.slice(at, index) });
      parts.push({ text: character, code: codePoint(character) });
      repeated = 1;
    }
    at = index + character.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
