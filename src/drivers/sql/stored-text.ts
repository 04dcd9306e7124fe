import { hash64 } from "../../core/hash.ts";

/** As every database can hold it: no NUL, no half of a surrogate pair. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** The same for a key, which stays different for different texts. */
export function storedKey(text: string): string {
  const kept = storedText(text);
  return kept === text ? text : `${kept}~${hash64(text)}`;
}
