/** Control, direction-changing and other characters that show nothing, blanks that look like none, and variants of what has none. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** What joins two pictures into one, or chooses how one is drawn, can be seen. */
const OF_A_PICTURE =
  /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}\d#*])[\ufe0e\ufe0f]/uy;

/** Whether the character at a place shows after all; in what must be one line, a line end does not. */
function isSeen(text: string, at: number, isOneLine: boolean): boolean {
  const character = text[at];
  if (character === "\n" || character === "\t") return !isOneLine;
  if (character === "\r") return !isOneLine && text[at + 1] === "\n";
  OF_A_PICTURE.lastIndex = at;
  return OF_A_PICTURE.test(text);
}

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
export function partsOf(text: string, isOneLine = false): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  let repeated = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isSeen(text, index, isOneLine)) continue;
    const last = parts.at(-1);
    if (index === at && last?.text === character) {
      repeated += 1;
      parts[parts.length - 1] = { text: character, code: `${codePoint(character)} × ${repeated}` };
    } else {
      if (parts.length > MAX_PARTS) {
        const rest = text.slice(at);
        parts.push({
          text: rest.replace(HIDDEN, (hidden, place: number) =>
            isSeen(rest, place, isOneLine) ? hidden : "\ufffd",
          ),
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
