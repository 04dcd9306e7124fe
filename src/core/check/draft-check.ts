import type { StructureCheck, TextCheck } from "./check.ts";
import type { Example, Facts } from "./draft-context.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";
import { proposeCheckRules } from "./propose-check-rules.ts";
import { chooseRule } from "./choose-rule.ts";
import { draftPhrases } from "./draft-phrase.ts";
import { proseTokens } from "./prose-tokens.ts";
import { commonTokens } from "./token-sequence.ts";
import { wordSet } from "../text/word-set.ts";

export interface CodeCorrection {
  readonly before: string;
  readonly after: string;
}

/** Larger examples show too much that is not the mistake, and would take too long. */
const MOST_NODES = 2_000;
const MOST_EXAMPLES = 5;
const FEWEST_TOKENS = 2;

/** A rule for the mistake that all examples show, if it can be trusted. */
export function draftStructureCheck(
  language: string,
  examples: readonly Example[],
  facts: Facts,
): StructureCheck | undefined {
  const some = examples.slice(0, MOST_EXAMPLES);
  if (some.length < 2 || some.some(({ before, after }) => isLarge(before) || isLarge(after)))
    return undefined;
  const chosen = chooseRule(proposeCheckRules(some, facts), some, facts);
  return chosen === undefined ? undefined : { kind: "structure", language, ...chosen };
}

function isLarge(tree: SyntaxNode): boolean {
  let count = 0;
  for (const _ of eachNode(tree)) if (++count > MOST_NODES) return true;
  return false;
}

/**
 * For texts that have no grammar: phrases if people wrote them, and for code in an unknown language the words that are always
 * there before and never after.
 */
export function draftTextCheck(
  language: string,
  corrections: readonly CodeCorrection[],
  description?: string,
): TextCheck | undefined {
  const some = corrections.slice(0, MOST_EXAMPLES);
  if (some.length < 2) return undefined;
  if (isProse(language, some)) {
    const phrases = draftPhrases(some, description);
    return phrases === undefined ? undefined : { kind: "text", ...phrases };
  }
  const tokens = commonTokens(some);
  const words = tokens?.filter((token) => /\p{L}/u.test(token)) ?? [];
  return tokens === undefined || words.length < FEWEST_TOKENS ? undefined : { kind: "text", tokens };
}

const PROSE = wordSet(
  "text txt plain plaintext prose markdown md mdx rst asciidoc adoc email mail chat message commit latex tex org",
);
const CODE_SIGN = /^[{}()[\];=<>|\\/&$@#*+~^]$/u;
const MOST_CODE_SIGNS = 0.08;

function isProse(language: string, corrections: readonly CodeCorrection[]): boolean {
  if (PROSE.has(language.toLowerCase())) return true;
  const tokens = corrections.flatMap(({ before }) => proseTokens(before.slice(0, MOST_READ)));
  const signs = tokens.filter(({ kind, lower }) => kind === "sign" && CODE_SIGN.test(lower)).length;
  return tokens.length > 0 && signs <= tokens.length * MOST_CODE_SIGNS;
}

const MOST_READ = 4_000;
