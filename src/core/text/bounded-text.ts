import { MAX_ID, MAX_REASON } from "./limits.ts";
import { hash64 } from "../hash.ts";

const CUT_MARK = " [cut]";

/** Removes what some stores cannot hold: NUL and lone surrogates. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.toWellFormed().replaceAll("\0", "\uFFFD");

/** Truncates to `max` code units with an ellipsis, never inside a character. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return storable(text);
  const kept = text.slice(0, max - CUT_MARK.length);
  const half = /[\uD800-\uDBFF]$/.test(kept);
  return storable(half ? kept.slice(0, -1) : kept).trimEnd() + CUT_MARK;
}

/** A name short enough for a key: a long one is cut and ends in the hash of the whole. */
export function boundedId(text: string, max = MAX_ID): string {
  const id = storable(text.slice(0, max + 1).trim());
  if (text.length <= max) return id;
  return `${storable(text.slice(0, max - 17).trim())}~${hash64(text)}`;
}

/** The words of a reason, fit to be kept; empty where nothing is said. */
export const keptReason = (text: string): string => text.slice(0, MAX_REASON).toWellFormed().trim();
