/**
 * JSON text whose strings cannot end or open an HTML comment, mention anyone, or hide characters: what could
 * is written as `\uXXXX`, so the value stays the same. Outside of strings none of these characters occurs.
 */
export const escapeJson = (json: string): string => json.replace(UNSAFE, escapeCharacter);

/** Every code unit of a character as `\uXXXX`. */
export const escapeCharacter = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Characters without a shape of their own: controls, direction marks, joiners, variation selectors, tags. */
export const INVISIBLE =
  "\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}";

const UNSAFE = new RegExp(`[<>@\`${INVISIBLE}]|-(?=-)`, "gu");
