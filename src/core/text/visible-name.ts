import { showUnseen } from "./show-unseen.ts";

const WIDE =
  /[\u1100-\u115e\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;
/** Accents, and the vowels and last consonants that go into a Korean syllable before them. */
const COMBINING = /[\p{Mn}\p{Me}\u1160-\u11ff]|\p{Emoji_Modifier}/u;
/** Longer names are cut before anything else looks at them, so that no name costs more than this. */
const LONGEST = 1000;

/** A name from outside on one line of at most so many terminal columns: what would act on a terminal is shown as its code point. */
export function visibleName(name: string, columns: number, ellipsis = "…"): string {
  const flat = visibleText(name.slice(0, LONGEST));
  return cutColumns(flat.trim() === "" ? "(no name)" : flat, columns, ellipsis);
}

/** Text from outside on one line, whole. */
export const visibleText = (text: string): string => showUnseen(text).replaceAll(/[\n\t]/g, " ");

/** Cuts to so many terminal columns and says that it did. */
export function cutColumns(text: string, columns: number, ellipsis = "…"): string {
  if (columnsOf(text) <= columns && text.length <= 4 * columns) return text;
  let kept = "";
  let used = ellipsis.length;
  for (const character of text) {
    used += columnsOf(character);
    // Marks take no column, so their number needs a bound of its own.
    if (used > columns || kept.length > 4 * columns) break;
    kept += character;
  }
  return columns < ellipsis.length ? "" : kept + ellipsis;
}

/** How many columns a terminal gives to a text without control characters. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (character <= "\u007e") columns += 1;
    else if (!COMBINING.test(character)) columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}
