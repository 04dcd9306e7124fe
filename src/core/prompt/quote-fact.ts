import { BLANK } from "../text/hidden-characters.ts";
import { GAP_NAMES } from "./gap-names.ts";

/** Longer facts are cut: a prompt needs the point of an error, not the log. */
const MAX_FACT_LENGTH = 300;
/** What is read of a fact before it is cleaned, so that a megabyte of blanks costs no more than a line. */
const MAX_READ_LENGTH = 4000;

/** Output of a tool or a code identifier, as inline code that its content cannot leave. */
export const quoteCode = (fact: string | undefined): string | undefined => quote(fact, "`", "`");

/** Somebody's words, in quotation marks that they cannot close. */
export function quoteWords(fact: string | undefined): string | undefined {
  const words = cleanFact(fact).replace(/[\s.,;:]{1,50}$/, "");
  return quote(words, "“", "”");
}

/**
 * A fact on one line as plain characters: no control, hidden or direction-changing ones, no quotation mark
 * that could end the quotation, and no name of a template's gap that reads as one left open.
 */
export function cleanFact(fact: string | undefined): string {
  if (fact === undefined) return "";
  const plain = fact
    .slice(0, MAX_READ_LENGTH)
    .replace(ESCAPE_SEQUENCE, "")
    .replace(HIDDEN, "")
    .replace(SPACE, " ")
    .replace(/[`“”„‟"]/g, "'")
    .replace(GAP, "($1)")
    .trim();
  return cut(plain, fact.length > MAX_READ_LENGTH);
}

function quote(fact: string | undefined, open: string, close: string): string | undefined {
  const plain = cleanFact(fact);
  return SAYS_SOMETHING.test(plain) ? `${open}${plain}${close}` : undefined;
}

function cut(text: string, more: boolean): string {
  if (text.length <= MAX_FACT_LENGTH) return more ? `${text}…` : text;
  return `${text.slice(0, MAX_FACT_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A fact without a letter or a digit fills a sentence with nothing. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const ESCAPE_SEQUENCE = /\u001b\[[0-9;:?]{0,40}[@-~]/g;
const HIDDEN = new RegExp(`[\\p{Cf}\\p{Co}\\p{Cs}${BLANK}]`, "gu");
const SPACE = /[\p{Cc}\p{Z}]+/gu;
const GAP = new RegExp(`\\{(${GAP_NAMES.join("|")})\\}`, "g");
