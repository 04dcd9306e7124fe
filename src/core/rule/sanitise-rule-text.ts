import { MAX_RULE_TEXT } from "../text/limits.ts";
import { hiddenKind } from "../text/hidden-characters.ts";

/** Longer texts are truncated first, so that a megabyte costs no more than a page. */
const MAX_READ = 4_096;

/**
 * Makes a rule's text safe for a prompt: one line of visible characters, at most `max` code points, without anything
 * that could end the block around it, such as an HTML comment, a code fence, a chat role marker, a heading or a list
 * marker. Idempotent.
 */
export function sanitiseRuleText(text: string, max = MAX_RULE_TEXT): string {
  let line = visibleLine(text.slice(0, MAX_READ));
  // Removing one mark can join the pieces of another. Each round shortens the text or ends the loop.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutBlockMarks(line);
    if (next === line) return cutWords(line, max);
    line = next;
  }
  return cutWords(line.replaceAll(/[<>`~#|]/g, ""), max);
}

const MAX_ROUNDS = 8;

function visibleLine(text: string): string {
  let line = "";
  for (const character of text.toWellFormed()) {
    const kind = hiddenKind(character.codePointAt(0)!);
    if (kind === undefined) line += character;
    else if (kind === "control") line += " ";
  }
  return line.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

const withoutBlockMarks = (text: string): string =>
  text
    .replaceAll(/<!-{1,100}|-{2,100}!?>/g, "")
    .replaceAll(/`{3,4096}/g, "`")
    .replaceAll(/~{3,4096}/g, "~")
    .replaceAll(ROLE_TAG, (_, tag: string) => `‹${tag}›`)
    .replaceAll(/<\||\|>|\[\/?INST\]|<<\/?SYS>>/g, "")
    .replace(/^(?:(?:[#>*+-]|\d{1,9}[.)]|#{2,6})\s)+/, "")
    .replaceAll(/\s+/gu, " ")
    .trim();

/** `Array<User>` is code and stays: only a tag that stands alone or closes something marks a role. */
const ROLE_TAG =
  /(?:(?<![\w.])<|<(?=\/))(\/?\s?(?:system|user|assistant|developer|human|tool|instructions?|prompt|rules?)\b[^<>]{0,100})>/gi;

/** Truncates to `max` code points, between words if that keeps most of the text. */
function cutWords(text: string, max: number): string {
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join("");
  const space = kept.lastIndexOf(" ");
  return `${(space > kept.length / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
}
