import type { RuleFile } from "./parse-rule-file.ts";
import { statementsOf } from "./statements.ts";

/** One statement of a file that agents read, such as AGENTS.md. */
export interface RuleLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MAX_LINES = 2_000;
const MIN_WORDS = 3;
const MAX_TEXT = 600;

/** What files say that agents have in every session: the list items and paragraphs of more than two words. */
export const ruleLines = (files: readonly RuleFile[]): readonly RuleLine[] =>
  files
    .filter(({ format }) => format.name !== "skill")
    .flatMap(statementsOf)
    .filter(({ text }) => text.split(" ", MIN_WORDS).length >= MIN_WORDS)
    .slice(0, MAX_LINES)
    .map(({ file, line, text }) => ({ file, line, text: text.slice(0, MAX_TEXT) }));
