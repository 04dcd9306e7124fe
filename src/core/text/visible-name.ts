import { showUnseen } from "./show-unseen.ts";

const WIDE =
  /[\u1100-\u115e\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}/u;
/** Accents, and the vowels and last consonants that go into a Korean syllable before them. */
const COMBINING = /[\p{Mn}\p{Me}\u1160-\u11ff]|\p{Emoji_Modifier}/u;
/** Longer names are truncated first, to bound the cost. */
const LONGEST = 1000;

/** An untrusted name on one line of at most so many columns. Characters that could act on a terminal are shown as code points. */
export function visibleName(name: string, columns: number, ellipsis = "…"): string {
  const flat = visibleText(name.slice(0, LONGEST));
  return cutColumns(flat.trim() === "" ? "(no name)" : flat, columns, ellipsis);
}

/** Untrusted text on one line, not truncated. */
export const visibleText = (text: string): string => showUnseen(text).replaceAll(/[\n\t]/g, " ");

/** Truncates to so many terminal columns, with an ellipsis. */
export function cutColumns(text: string, columns: number, ellipsis = "…"): string {
  if (columnsOf(text) <= columns && text.length <= 4 * columns) return text;
  let kept = "";
  let used = ellipsis.length;
  for (const character of text) {
    used += columnsOf(character);
    // Combining marks take no column, so their number is bounded too.
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
