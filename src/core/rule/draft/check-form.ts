import { isKnownVerb } from "../../english/tagged-words.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";

/** A rule is one or two short sentences. */
const MAX_DRAFT = 220;

/** Words that belong to a conversation and not to a rule. */
const LEFTOVERS =
  /\b(?:please|pls|plz|nit|nits|nitpick|thanks|thank you|thx|sorry|lgtm|imho|imo|lol|wtf|ffs|ugh|hmm+|again|avoid this|as (?:i|we) said|told you|seriously|here|see above|see below|wdyt|btw|fyi)\b/i;
const FIRST_PERSON =
  /(?:^|[^\w./`'"])(?:i|i'm|i'd|i've|i'll|me|my|mine|we|we're|we've|we'd|us|our|let's)(?=[\s,.;!?]|$)/i;
const REPROACH =
  /\byou (?:\w+ed|forgot|ran|keep|kept|did|didn't|were|put|broke|made|wrote|left|said|sent|should have|shouldn't have|just|still|always)\b|\bwhy (?:did|do|are|would|not|is)\b/i;
/** Words that point at one place. */
const POINTS =
  /\b(?:this|that|these|those) (?:line|method|function|variable|field|class|import|check|loop|comment|block|commit|pr|patch|one|string|number|time|statement|file|case|place|change|value|test|part|thing|code|section|sentence|paragraph|word|name|parameter|argument)\b|\b(?:above|below)\b|^(?:make|do|apply) the (?:change|changes|fix|edit)\b/i;
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
  if (/\b(?:to|of|for|in|on|at|with|from|by|as|and|or|but|the|a|an|instead|than|not)\.$/i.test(text))
    return "breaks off";
  if (!isBalanced(text)) return "unbalanced quotes or brackets";
  if (sanitiseRuleText(text) !== text) return "not fit for a prompt";
  return checkRuleText(text).find(({ level }) => level === "danger")?.code;
}

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
