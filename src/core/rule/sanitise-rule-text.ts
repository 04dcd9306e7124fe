import { MAX_RULE_TEXT } from "../text/limits.ts";
import { hiddenKind } from "../text/hidden-characters.ts";

/** What is read of a text before it is cut, so that a megabyte costs no more than a page. */
const MAX_READ = 4_096;

/**
 * Text of a rule as a prompt may hold it: one line of characters that show, at most `max` code points, with
 * nothing in it that could end the block it stands in: no HTML comment, no code fence, no mark of a chat's roles,
 * no heading or list of its own. Doing it twice changes nothing.
 */
export function sanitiseRuleText(text: string, max = MAX_RULE_TEXT): string {
  let line = visibleLine(text.slice(0, MAX_READ));
  // Taking one mark away can join the pieces of another; each round shortens the text or ends this.
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

/** `Array<User>` is code, and keeps its signs: only a tag that stands alone, or closes something, marks a role. */
const ROLE_TAG =
  /(?:(?<![\w.])<|<(?=\/))(\/?\s?(?:system|user|assistant|developer|human|tool|instructions?|prompt|rules?)\b[^<>]{0,100})>/gi;

/** At most `max` code points, cut between words where that leaves most of it. */
function cutWords(text: string, max: number): string {
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join("");
  const space = kept.lastIndexOf(" ");
  return `${(space > kept.length / 2 ? kept.slice(0, space) : kept).trimEnd()}…`;
}
