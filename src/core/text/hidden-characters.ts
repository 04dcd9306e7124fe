/**
 * Parts of a character class, for expressions with the flag `u`: marks that reorder text; tag characters; and joiners,
 * variation selectors and fillers, which are invisible although they are letters or marks by class.
 */
export const BIDI = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
export const TAGS = "\\u{e0000}-\\u{e007f}";
export const BLANK =
  "\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\u{e0100}-\\u{e01ef}";

/** Why a character cannot be seen; `control` includes line breaks and tabs. */
export type HiddenKind = "control" | "bidi_control" | "tag_character" | "hidden_character";

/** Why a character is invisible, or undefined if it is visible. Joiners count as invisible, though some scripts use them. */
export function hiddenKind(codePoint: number): HiddenKind | undefined {
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return "control";
  if (codePoint < 0xa0) return undefined;
  if (codePoint === 0x2028 || codePoint === 0x2029) return "control";
  const character = String.fromCodePoint(codePoint);
  if (IS_BIDI.test(character)) return "bidi_control";
  if (IS_TAG.test(character)) return "tag_character";
  return IS_UNSEEN.test(character) ? "hidden_character" : undefined;
}

const IS_BIDI = new RegExp(`[${BIDI}]`, "u");
const IS_TAG = new RegExp(`[${TAGS}]`, "u");
const IS_UNSEEN = new RegExp(`[\\p{Cf}\\p{Cs}\\p{Co}${BLANK}]`, "u");
