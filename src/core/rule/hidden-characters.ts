/** Why a character cannot be seen; `control` includes line breaks and tabs. */
export type HiddenKind = "control" | "bidi_control" | "tag_character" | "hidden_character";

/** How the character hides, or undefined when it shows. Joiners hide too, though some scripts write with them. */
export function hiddenKind(codePoint: number): HiddenKind | undefined {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return "control";
  if (codePoint < 0xa0) return undefined;
  if (codePoint === 0x2028 || codePoint === 0x2029) return "control";
  if (BIDI.has(codePoint)) return "bidi_control";
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return "tag_character";
  return isUnseen(codePoint) ? "hidden_character" : undefined;
}

const BIDI: ReadonlySet<number> = new Set([
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
]);

/** Joiners, variation selectors and fillers: letters or marks by their class, and nothing to the eye. */
const BLANK: readonly (readonly [from: number, to: number])[] = [
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xffa0, 0xffa0],
  [0xe0100, 0xe01ef],
];

const isUnseen = (codePoint: number): boolean =>
  /[\p{Cf}\p{Cs}\p{Co}]/u.test(String.fromCodePoint(codePoint)) ||
  BLANK.some(([from, to]) => codePoint >= from && codePoint <= to);
