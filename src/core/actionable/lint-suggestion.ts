import { findAdvisory } from "./advisory-phrases.ts";
import { isAskVerb, isVagueVerb } from "./change-verbs.ts";
import { judgeComment } from "./judge-comment.ts";
import { createPhraseTable, type PhraseHit } from "./phrase-table.ts";
import { readText, type ReadText } from "./read-text.ts";
import { type PhraseInPlace, spanOf } from "./span-of.ts";
import type { Violation } from "./violation.ts";
import { hasContent } from "./word-classes.ts";

/** In an action these are refused wherever they stand, even where a comment might only describe. */
const ALWAYS_ADVISORY = createPhraseTable(["you might", "think about", "maybe", "perhaps"]);

/** Checks that an action is an instruction: no advisory wording, and a change that is stated. */
export function lintAction(action: string, path: string): readonly Violation[] {
  const read = readText(action);
  const hits = advisoryHits(read);
  if (hits.length > 0) return hits.map((hit) => advisoryWording(spanOf(action, read.words, hit), path));
  if (action.trim() === "" || isInstruction(action, read)) return [];
  return [
    {
      code: "no_concrete_action",
      severity: "error",
      path,
      message: `${path} does not say which change to make`,
      hint: 'begin with a verb and name what changes into what: "Rename x to y", "Return early when …"',
    },
  ];
}

const advisoryWording = ({ phrase, span }: PhraseInPlace, path: string): Violation => ({
  code: "advisory_wording",
  severity: "error",
  path,
  phrase,
  span,
  message: `${path} is advisory: "${phrase}" leaves open whether to do it`,
  hint: 'write the change as an instruction: "Replace x with y", "Add z before w"',
});

function advisoryHits({ words }: ReadText): readonly PhraseHit[] {
  const found = findAdvisory(words, 0, words.length);
  const starts = new Set(found.map((hit) => hit.from));
  const always = ALWAYS_ADVISORY.all(words).filter((hit) => !starts.has(hit.from));
  return [...found, ...always].toSorted((a, b) => a.from - b.from);
}

/** Verbs are an open class: an unknown first word with enough said after it counts as one. */
function isInstruction(action: string, { words }: ReadText): boolean {
  const judged = judgeComment(action);
  if (judged.actionable) return true;
  if (judged.reason !== "diagnosis_only") return false;
  const first = words[0];
  if (first === undefined || first.kind !== "word" || NOT_VERBS.test(first.text)) return false;
  if (isVagueVerb(first.text) || isAskVerb(first.text)) return false;
  return words.length >= 4 && hasContent(words, 1, words.length);
}

const NOT_VERBS =
  /^(?:the|a|an|this|that|these|those|it|its|there|here|i|we|you|they|he|she|is|are|was|were|be|has|have|do|does|can|could|should|would|will|may|might|what|why|how|when|where|which|who|if|because|since|as|in|on|at|of|for|with|without|from|to|by|and|or|but|so|not|no|some|any|all|every|each|my|our|your|their|code|better|good|more|less|very|\w+(?:ed|ing|ly|tion|ness|ment))$/;

const EMPTY_RATIONALE = createPhraseTable([
  "because i|we said|say|want|like|prefer so|it?",
  "just because",
  "it|this|that is|would|will|looks|be be? just|simply|much|so|a? better|nicer|good|cleaner|best",
]);

/** Checks that a rationale says what will improve. */
export function lintRationale(rationale: string, path: string): readonly Violation[] {
  const { words } = readText(rationale);
  if (rationale.trim() === "") return [];
  const said = words.filter((word) => word.kind !== "mark");
  const empty = EMPTY_RATIONALE.first(words);
  const rest = empty === undefined ? said.length : said.length - (empty.to - empty.from);
  if (hasContent(words, 0, words.length) && (empty === undefined || rest >= 5)) return [];
  return [
    {
      code: "no_expected_outcome",
      severity: "error",
      path,
      message: `${path} does not say what the change will improve`,
      hint: "name the outcome: what is prevented, made possible, faster or easier to check",
    },
  ];
}
