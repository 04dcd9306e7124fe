/**
 * An estimate of how many tokens a text costs, on the high side for English prose and code, where models cut
 * some four letters to a token: hundredths of a token for each character by its kind, rounded up. It needs no
 * model's vocabulary and is the same everywhere. Parts estimated apart never cost less than the whole.
 */
export function tokenCost(text: string): number {
  let hundredths = 0;
  for (let at = 0; at < text.length; at += 1) hundredths += weightOf(text.charCodeAt(at));
  return Math.ceil(hundredths / 100);
}

function weightOf(unit: number): number {
  if (unit < 0x80) return isLetterOrSpace(unit) ? LETTER : SIGN;
  if (unit < 0x2e80) return OTHER_ALPHABET;
  return unit >= 0xd800 && unit <= 0xdfff ? HALF_ASTRAL : IDEOGRAPH;
}

const LETTER = 27;
const SIGN = 50;
const OTHER_ALPHABET = 60;
const IDEOGRAPH = 120;
/** A character beyond the basic plane is two units. */
const HALF_ASTRAL = 125;

const isLetterOrSpace = (unit: number): boolean => {
  const lower = unit | 0x20;
  return unit === 0x20 || (lower >= 0x61 && lower <= 0x7a);
};
