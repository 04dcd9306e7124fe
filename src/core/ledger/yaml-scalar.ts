import { BIDI } from "../text/hidden-characters.ts";

/** A word or sentence that no reader takes for anything but a text; `: ` and ` #` are looked for apart. */
const PLAIN = /^[A-Za-z\u00c0-\u024f_][A-Za-z0-9\u00c0-\u024f _.,;:#()'/@+=!?%&~-]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** What cannot be seen, would break a line, reorder it or be lost. */
const UNSEEN_IN_JSON = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff${BIDI}]`, "g");
const UNSEEN = new RegExp(`[\\0-\\x08\\x0b-\\x1f]|${UNSEEN_IN_JSON.source}`);

/**
 * A text as YAML that reads back exactly: plain where it can be nothing else, as a block where it has lines or
 * quotes and everything in it can be seen, and quoted with escapes otherwise. Block lines are indented by `indent`.
 */
export function yamlText(text: string, indent: string): string {
  if (isPlain(text)) return text;
  return isBlock(text) ? block(text, indent) : quoted(text);
}

export const yamlKey = (key: string): string => (isPlain(key) && !key.includes(":") ? key : quoted(key));

const isPlain = (text: string): boolean =>
  PLAIN.test(text) &&
  !text.endsWith(" ") &&
  !text.endsWith(":") &&
  !text.includes(": ") &&
  !text.includes(" #") &&
  !RESERVED.test(text);

function isBlock(text: string): boolean {
  if (!/["\\\n]/.test(text) || UNSEEN.test(text) || !text.isWellFormed()) return false;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  // Readers differ on a last line of blanks alone.
  return /[^ \t]/.test(text.slice(text.lastIndexOf("\n", end - 1) + 1, end));
}

function block(text: string, indent: string): string {
  const first = text.charCodeAt(0);
  // Where the first line begins with a blank, how far the block is indented has to be said.
  const stated = first === 32 || first === 9 || first === 10 ? "2" : "";
  const kept = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const body = (text.endsWith("\n") ? text.slice(0, -1) : text).replace(/\n(?=[^\n])/g, `\n${indent}`);
  return `|${stated}${kept}\n${first === 10 ? "" : indent}${body}`;
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    UNSEEN_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
