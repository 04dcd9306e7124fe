import { isKnownVerb, isQualityToo, tagWords, type Word } from "../../english/tagged-words.ts";
import { tokensOf } from "../../english/tokens.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { isWellFormed } from "./sentence-shape.ts";

/** A rule is one or two short sentences. */
const MAX_DRAFT = 220;

/** Words that belong to a conversation and not to a rule. */
const LEFTOVERS =
  /\b(?:please|pls|plz|nit|nits|nitpick|thanks|thank you|thx|sorry|lgtm|imho|imo|lol|wtf|ffs|ugh|hmm+|again|avoid this|as (?:i|we) said|told you|seriously|here|see above|see below|see (?:my |the )?(?:edit|edits|diff|changes)|wdyt|btw|fyi)\b/i;
const FIRST_PERSON =
  /(?:^|[^\w./`'"])(?:i|i'm|i'd|i've|i'll|me|my|mine|we|we're|we've|we'd|us|our|let's)(?=[\s,.;!?]|$)/i;
const REPROACH =
  /\byou (?:\w+ed|forgot|ran|keep|kept|did|didn't|were|put|broke|made|wrote|left|said|sent|should have|shouldn't have|just|still|always)\b|\bwhy (?:did|do|are|would|not|is)\b/i;
/** Words that point at one place. */
const POINTS =
  /\b(?:this|that|these|those) (?:line|method|function|variable|field|class|import|check|loop|comment|block|commit|pr|patch|one|string|number|time|statement|file|case|place|change|value|test|part|thing|code|section|sentence|paragraph|word|name|parameter|argument)\b|\b(?:above|below)\b|\b(?:around|about|with|for|on|of|at) (?:this|that|these|those)\.|^(?:make|do|apply) the (?:change|changes|fix|edit)\b/i;
/** "Remove it", "Change this to": nobody who was not there knows what is meant. */
const BARE_OBJECT =
  /^(?:do not |never |always |only )?[a-z-]+ (?:it|this|these|them|that|those|one|ones|so)\b(?! (?:repo|repository|project|codebase|team|product|folder|directory|package))/i;
/** How statements, reproaches and questions begin. */
const NO_ORDER =
  /^(?:the|this|that|it|it's|there|these|those|you|we|i|is|are|was|were|why|what|who|how|should|can|could|would|will|does|did|isn't|missing|unused|wrong|same|also|and|but|so|ok|yes|maybe|perhaps|my|your|our|they|he|she|not|really|actually|better|too|very|of|to|or|than)\b/i;

/** What is wrong with the form of a draft; nothing if a rule may look like this. */
export function formProblem(text: string): string | undefined {
  if (text.length > MAX_DRAFT) return "too long";
  if (/\?["')\s]*$/.test(text)) return "a question";
  const bare = unquoted(text);
  if (FIRST_PERSON.test(bare)) return "first person";
  if (REPROACH.test(bare)) return "a reproach";
  if (LEFTOVERS.test(bare)) return "words of a conversation";
  if (POINTS.test(bare) || BARE_OBJECT.test(bare)) return "points at one place";
  if (NO_ORDER.test(bare.trim()) || isFragment(bare.trim())) return "no order";
  if (
    /\b(?:to|of|for|in|on|at|with|from|by|as|and|or|but|the|a|an|instead|than|not|is|are|be|was|were)\.$/i.test(
      text,
    )
  )
    return "breaks off";
  if (isGarbled(bare) || !isWellFormed(bare)) return "no sentence";
  if (!isBalanced(text)) return "unbalanced quotes or brackets";
  if (sanitiseRuleText(text) !== text) return "not fit for a prompt";
  return checkRuleText(text).find(({ level }) => level === "danger")?.code;
}

/** "Use looks cheap", "Use in beta", "Be null": the verb has no object that it could have. */
function isGarbled(text: string): boolean {
  const words = tagWords(tokensOf(text));
  const at = words.findIndex(({ part }, index) => index < 4 && part === "verb");
  const be = words.findIndex(({ word }, index) => index < 3 && word === "be");
  const verb = words[be === -1 ? at : be];
  const next = verb === undefined ? -1 : words.indexOf(verb) + 1;
  const from = words[next]?.word === "only" ? next + 1 : next;
  const object = words[from];
  // "the the", "capture weak self weakly"
  const isTwice = words.some(
    ({ kind, word }, index) =>
      kind === "word" &&
      (word === words[index - 1]?.word || (word.endsWith("ly") && saysQuality(words, word.slice(0, -2)))),
  );
  if (isTwice || / [=<>+] /.test(text)) return true;
  if (verb === undefined || object === undefined) return false;
  if (verb.word === "be" && object.part === "number") return true;
  // "Use bin/rspec the file"
  if (verb.base === "use" && object.part === "name" && words[from + 1]?.part === "determiner") return true;
  if (object.kind !== "word") return INSTEAD_OF_PLACE.test(text);
  if (verb.word === "be")
    return object.part === "determiner" || (object.part === "noun" && !isQualityToo(object.word));
  if (verb.base !== "use") return INSTEAD_OF_PLACE.test(text);
  const after = words[from + 1];
  const isPredicate =
    object.part === "verb" &&
    object.form !== "ing" &&
    (object.isNounToo ? object.form === "s" && after?.part === "adjective" : !isModifier(after));
  return (
    isPredicate ||
    object.part === "preposition" ||
    object.part === "conjunction" ||
    INSTEAD_OF_PLACE.test(text)
  );
}

const saysQuality = (words: readonly Word[], quality: string): boolean =>
  quality.length > 2 && words.some(({ kind, word }) => kind === "word" && word === quality);

/** "Use gazelle instead of in srcs", "… instead of all of this": what was meant was left out. */
const INSTEAD_OF_PLACE =
  /\binstead of (?:in|on|at|to|from|for|with|by|into|of|all of|that|this|it|and|or|the same)\b|\binstead of [^.]{0,80} (?:this|that|it|them)\.|\binstead of [a-z]{2,20}ing (?:this|that|it|them)\b|\buse (?:only )?used\b/i;

/** "used parts" has a noun behind it, "used as a constant" has none. */
const isModifier = (next: Word | undefined): boolean =>
  next?.part === "noun" || next?.part === "name" || next?.isNounToo === true;

/** "Template strings instead of concatenation": what is wanted, without a verb. */
const isFragment = (text: string): boolean => {
  const [first = ""] = text.split(" ", 1);
  return text.includes(" instead of ") && /^[a-z]+$/i.test(first) && !isKnownVerb(first.toLowerCase());
};

/** What a rule quotes is not its own voice. */
const unquoted = (text: string): string => text.replaceAll(/`[^`]*`|"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, " x ");

const isBalanced = (text: string): boolean => {
  const count = (mark: string): number => text.split(mark).length - 1;
  return (
    count("`") % 2 === 0 && count('"') % 2 === 0 && count("(") === count(")") && count("{") === count("}")
  );
};
