import { hash64 } from "../../core/hash.ts";

/** Text that every database can store: no NUL, no lone surrogates. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** The same for keys, which stay distinct. */
export function storedKey(text: string): string {
  const kept = storedText(text);
  return kept === text ? text : `${kept}~${hash64(text)}`;
}
