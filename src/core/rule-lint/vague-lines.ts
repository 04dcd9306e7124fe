import type { Statement } from "../rule-file/statements.ts";
import { wordSet } from "../text/word-set.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import words from "./vague-words.json" with { type: "json" };

const QUALITY = wordSet(words.quality);
const VERBS = wordSet(words.verbs);
const EMPTY: ReadonlySet<string> = new Set([
  ...QUALITY,
  ...VERBS,
  ...wordSet(words.nouns),
  ...wordSet(words.glue),
]);

const MAX_WORDS = 16;
const MIN_WORDS = 2;

/**
 * Lines of which every word is a general one: "Write clean, maintainable code". One word that names something, such as a tool, a
 * number or a kind of thing, makes a line that somebody can follow.
 */
export function findVagueLines(statements: readonly Statement[]): readonly LintFinding[] {
  return statements
    .filter(({ text, hasItems, lead }) => !hasItems && lead === undefined && isVague(text))
    .map(({ file, line, endLine, text }) =>
      lintFinding(
        "vague",
        { file, line, endLine },
        {
          message: `${JSON.stringify(text.slice(0, 100))} names nothing that an agent could check. Say what to do, or delete the line.`,
          subject: text.slice(0, 200),
        },
      ),
    );
}

function isVague(text: string): boolean {
  const plain = text.replace(/^[\w -]{1,40}:\s/, "");
  if (plain.length > MAX_LENGTH || /[`"/\d@#]|[:;(–—]|\s-\s|\.\s/.test(plain)) return false;
  if (PLATITUDES.some((pattern) => pattern.test(plain))) return true;
  const said = plain.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  if (said.length < MIN_WORDS || said.length > MAX_WORDS) return false;
  return (
    VERBS.has(said[0]!) && said.every((word) => EMPTY.has(word)) && said.some((word) => QUALITY.has(word))
  );
}

const MAX_LENGTH = 160;

/** "Follow security best practices", "Implement proper error handling". */
const PLATITUDES = [
  /^(?:always |please )?(?:follow|adhere to|apply|use|stick to|respect|observe|maintain)(?: (?!your|our|the|this)[\w.+-]{1,30}){0,3} best[- ]practices?(?: and (?:conventions|standards|guidelines|patterns))?(?: (?:for|in|when|of)(?: [\w.+-]{1,30}){1,4})?[.!]?$/i,
  /^(?:always |please )?(?:use|implement|add|ensure|include|provide|write|maintain|do)(?: (?:a|an|the))? (?:proper|appropriate|adequate|comprehensive|sufficient|good|robust|thorough|correct|suitable|reasonable)(?: and (?:proper|appropriate|adequate|comprehensive|consistent|robust|thorough))? (?:error[- ]handling|exception[- ]handling|logging|tests?|test coverage|testing|documentation|validation|input validation|comments|naming|names|security|abstractions?|types|typing|indentation|formatting|structure|code organization|separation of concerns|error messages|performance)(?: (?:and [\w-]{1,30}|throughout|everywhere))?[.!]?$/i,
];
