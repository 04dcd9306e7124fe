import type { StructureCheck, TextCheck } from "./check.ts";
import type { Example, Facts } from "./draft-context.ts";
import { eachNode, type SyntaxNode } from "./syntax-node.ts";
import { proposeCheckRules } from "./propose-check-rules.ts";
import { chooseRule } from "./choose-rule.ts";
import { commonTokens } from "./token-sequence.ts";

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

/** For texts that have no grammar: the words that are always there before and never after. */
export function draftTextCheck(corrections: readonly CodeCorrection[]): TextCheck | undefined {
  if (corrections.length < 2) return undefined;
  const tokens = commonTokens(corrections);
  const words = tokens?.filter((token) => /\p{L}/u.test(token)) ?? [];
  return tokens === undefined || words.length < FEWEST_TOKENS ? undefined : { kind: "text", tokens };
}
