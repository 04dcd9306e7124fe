import type { Change } from "./change.ts";
import { createPhraseTable } from "./phrase-table.ts";
import type { Sentence } from "./sentence.ts";
import { isExact } from "./word-classes.ts";
import type { Word } from "./words.ts";

const ELEMENT =
  "import|imports|include|includes|variable|variables|parameter|parameters|param|params|argument|arguments|arg|args|field|method|function|class|cast|casts|casting|conversion|paren|parens|parenthesis|parentheses|brace|braces|bracket|brackets|semicolon|semicolons|comma|commas|period|colon|space|spaces|whitespace|whitespaces|newline|newlines|line|lines|linebreak|blank|empty|tab|tabs|word|words|comment|comments|check|checks|null|else|if|return|break|continue|call|calls|assignment|assignments|declaration|definition|entry|key|include|header|dependency|change|changes|diff|hunk|file|log|logging|print|prints|printf|debug|code|statement|condition|block|test|constructor|ctor|override|annotation|qualifier|this|self|import|using|include|quote|quotes|dot|slash|letter|character|characters|char|underscore|variable|local|private|public|static|const|throws|exception|catch|try|wrapper|copy|initialization|initialisation|default|directive|type|types|interface|modifier|alias|constant|label|case|import|the|a|in|and|here|now|after|since|because|as|given|with|by|from|at|before|between|on|for";

const SUPERFLUOUS =
  "unused|unneeded|unnecessary|unneccessary|unnecesary|redundant|superfluous|needless|useless|pointless|obsolete|leftover|left-over|stray|extraneous|extra|spurious|duplicate|duplicated|unrelated|trailing|dead|commented-out|unreachable|accidental|unintended|unwanted|unexpected|repeated|surplus|excess";

const MISSABLE =
  "space|spaces|whitespace|newline|newlines|semicolon|comma|period|stop|colon|dot|apostrophe|hyphen|quote|quotes|backtick|backticks|brace|braces|bracket|brackets|paren|parens|parenthesis|docstring|docstrings|javadoc|javadocs|doc|docs|doxygen|kdoc|comment|license|licence|copyright|header|type|return|break|await|import|include|const|final|override|static|tests|test|spec|word|verb|article|the|a|an|null|nil|unlock|close|free|closing|trailing|leading|blank|empty|line|end|space|eol|changelog|release|@code|space|s|letter|default|case|else|annotation|annotations|hint|hints|translation|entry";

/** Named defects that can be mended in one way only. One phrase a line; see `createPhraseTable`. */
const IMPLIED = createPhraseTable([
  `${SUPERFLUOUS} ${ELEMENT}`,
  `${SUPERFLUOUS} @code`,
  `${SUPERFLUOUS}|unneeded and|, ${ELEMENT}`,
  `missing|missed a|an|the|some|another? ${MISSABLE}`,
  `lacks|lacking|without a|an|the|any? docstring|javadoc|comment|license|copyright|newline|semicolon|space`,
  "typo|typos|misspelled|misspelt|mispelled|misspelling|spelling",
  "no need|reason|point to|for|of|in",
  "double space|spaces|newline|blank|semicolon|word|the|comma|slash|negation|negative|import|entry",
  "not|never|no|isn't|aren't|wasn't longer|really|actually|strictly|even|being? used|needed|required|necessary|referenced anymore|here|anywhere|any|at|in|as|now|since|because|,|and|by?",
  "don't|doesn't need this|it|the|a|these|to|that|any|an|@code",
  "commented out code|line|lines|block",
  "debug|debugging leftover|leftovers|print|output|code|statement|log",
  "line|lines is|are? too long",
  "too long line",
  "over|exceeds|longer|more than? @code characters|chars|columns|cols",
  "wrong|bad|incorrect|inconsistent|broken indent|indentation|alignment|copyright|year|spacing|order",
  "indentation|indent|alignment|spacing is? off|wrong|broken|incorrect",
  "already defined|declared|imported|included|checked|done|handled|set|initialized|initialised|present|exists|covered above|below|earlier|there|before|in",
  "out|not of|in? alphabetical|sorted|order",
  "copy|copy-paste|copy-pasted|copypaste leftover|artifact",
  "forgot|forgotten to|the|a|an|@code",
  `${MISSABLE} is|are? missing|absent`,
  "capital|upper|lower letter|case",
]);

const PREDICATE = createPhraseTable([
  `is|are|was|looks|be|it's|seems|that's|all|both also|just|now|completely|totally|actually|really|quite|then|therefore? ${SUPERFLUOUS.replace("|repeated", "").replace("|duplicate|duplicated", "")}`,
]);

const ALONE = createPhraseTable([
  SUPERFLUOUS.replace("|extra", ""),
  "indentation|indent|whitespace|alignment|spacing|spelling",
]);

/** Finds defects whose only mend is obvious; questions and opinions are left to others. */
export function findImpliedFixes(words: readonly Word[], sentence: Sentence): readonly Change[] {
  if (sentence.question || SPEAKERS.has(words[sentence.from]?.text ?? "")) return [];
  if (OPINION.first(words, sentence.from, sentence.to) !== undefined) return [];
  const hit =
    IMPLIED.first(words, sentence.from, sentence.to) ??
    PREDICATE.first(words, sentence.from, sentence.to) ??
    standsAlone(words, sentence) ??
    opensWith(words, sentence);
  if (hit === undefined || isDenied(words, hit.from, hit.to)) return [];
  return [{ force: "implied", form: "implied_fix", from: hit.from, to: hit.to }];
}

/** "redundant, x is set above": the judgement first, its reason after. */
function opensWith(words: readonly Word[], sentence: Sentence): { from: number; to: number } | undefined {
  const start = sentence.clauses.find((clause) => !isLabel(words, clause)) ?? sentence.from;
  const hit = ALONE.at(words, start);
  return hit !== undefined && words[hit.to]?.kind === "mark" ? hit : undefined;
}

const isLabel = (words: readonly Word[], position: number): boolean => words[position + 1]?.text === ":";

// "I have removed the unused import" reports; it asks for nothing.
const SPEAKERS: ReadonlySet<string> = new Set("i i've i'll i'm we we've we'll".split(" "));

const OPINION = createPhraseTable([
  "imo|imho",
  "i don't? think|believe|guess|feel|assume|suspect|suppose",
  "i'm|am not",
  "seems|appears|might|may|could|same|similar|potentially|potential",
  "in multiple|several|many places",
  "is|are used to",
  "would|could be? unused|redundant|unnecessary",
]);

function standsAlone(words: readonly Word[], sentence: Sentence): { from: number; to: number } | undefined {
  const said = words.slice(sentence.from, sentence.to).filter((word) => word.kind !== "mark");
  if (said.length > 3 || said.some(isExact)) return undefined;
  return ALONE.first(words, sentence.from, sentence.to);
}

const ABSTRACT: ReadonlySet<string> = new Set(
  "logic complexity nesting functionality abstraction work overhead conditional conditionals effort behaviour behavior risk duplication".split(
    " ",
  ),
);

/** "unnecessary complexity" has many mends, "not used to" is about habit. */
function isDenied(words: readonly Word[], from: number, to: number): boolean {
  const next = words[to]?.text ?? "";
  const before = words[from - 1]?.text ?? "";
  if (ABSTRACT.has(words[to - 1]?.text ?? "") || ABSTRACT.has(next)) return true;
  if (words[to - 1]?.text === "used" && next === "to") return true;
  if (/^(?:duplicate|repeated)/.test(words[from]?.text ?? "") && words[to - 1]?.text === "code") return true;
  return before === "no" || before === "not" || before === "any" || before === "if";
}
