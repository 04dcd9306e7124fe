/**
 * Text from outside, made fit for a terminal: escape sequences, control and direction-changing
 * characters are shown as their code point instead of acted upon. Newlines and tabs stay.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same on one line. */
export const safeLine = (text: string): string => safeText(text.replace(/\s*[\r\n]+\s*/g, " "));

const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
