/** Control, bidirectional, zero-width and other invisible characters. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** Joiners and variation selectors within emoji are visible. */
const EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}\d#*])[\ufe0e\ufe0f]/uy;

function isSeen(text: string, at: number, isOneLine: boolean): boolean {
  const character = text[at];
  if (character === "\n" || character === "\t") return !isOneLine;
  if (character === "\r") return !isOneLine && text[at + 1] === "\n";
  EMOJI.lastIndex = at;
  return EMOJI.test(text);
}

export interface TextPart {
  readonly text: string;
  /** `U+202E` where the part is one hidden character. */
  readonly code?: string;
}

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Beyond this many, hidden characters are replaced by U+FFFD. */
const MAX_PARTS = 2_000;

export function splitHiddenCharacters(text: string, isOneLine = false): readonly TextPart[] {
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
          text: rest.replace(HIDDEN, (hidden, offset: number) =>
            isSeen(rest, offset, isOneLine) ? hidden : "\ufffd",
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
