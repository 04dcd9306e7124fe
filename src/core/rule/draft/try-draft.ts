import { compareWishes } from "../../english/compare-wishes.ts";
import { readWishes } from "../../english/read-wishes.ts";
import { tagWords, isKnownVerb, canBeAdjective, type Word } from "../../english/tagged-words.ts";
import { tokenize } from "../../english/tokens.ts";
import { isAboutOneThing, isPlain } from "./disagreement.ts";
import { instanceNames, isOrdinary } from "./instance-names.ts";
import type { ReadRemark, ReadRemarks } from "./read-remarks.ts";
import { textTerms } from "./draft.ts";
import { checkRuleText } from "../../rule-text/check-rule-text.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { isWellFormed } from "./sentence-shape.ts";

/** A rule is one or two short sentences. */
const MAX_DRAFT = 220;

/** Words of a conversation that do not belong in a rule. */
const LEFTOVERS =
  /\b(?:please|pls|plz|nit|nits|nitpick|thanks|thank you|thx|sorry|lgtm|imho|imo|lol|wtf|ffs|ugh|hmm+|again|avoid this|as (?:i|we) said|told you|seriously|here|see above|see below|see (?:my |the )?(?:edit|edits|diff|changes)|wdyt|btw|fyi)\b/i;

const FIRST_PERSON =
  /(?:^|[^\w./`'"])(?:i|i'm|i'd|i've|i'll|me|my|mine|we|we're|we've|we'd|us|our|let's)(?=[\s,.;!?]|$)/i;

const REPROACH =
  /\byou (?:\w+ed|forgot|ran|keep|kept|did|didn't|were|put|broke|made|wrote|left|said|sent|should have|shouldn't have|just|still|always)\b|\bwhy (?:did|do|are|would|not|is)\b/i;

/** Words that refer to one place. */
const POINTS =
  /\b(?:this|that|these|those) (?:line|method|function|variable|field|class|import|check|loop|comment|block|commit|pr|patch|one|string|number|time|statement|file|case|place|change|value|test|part|thing|code|section|sentence|paragraph|word|name|parameter|argument)\b|\b(?:above|below)\b|\b(?:around|about|with|for|on|of|at) (?:this|that|these|those)\.|^(?:make|do|apply) the (?:change|changes|fix|edit)\b/i;

/** "Remove it", "Change this to": outside of its context nobody knows what is meant. */
const BARE_OBJECT =
  /^(?:do not |never |always |only )?[a-z-]+ (?:it|this|these|them|that|those|one|ones|so)\b(?! (?:repo|repository|project|codebase|team|product|folder|directory|package))/i;

/** The first words of statements, reproaches and questions. */
const NO_ORDER =
  /^(?:the|this|that|it|it's|there|these|those|you|we|i|is|are|was|were|why|what|who|how|should|can|could|would|will|does|did|isn't|missing|unused|wrong|same|also|and|but|so|ok|yes|maybe|perhaps|my|your|our|they|he|she|not|really|actually|better|too|very|of|to|or|than)\b/i;

const saysQuality = (words: readonly Word[], quality: string): boolean =>
  quality.length > 2 && words.some(({ kind, word }) => kind === "word" && word === quality);

/** "Use gazelle instead of in srcs", "… instead of all of this": the thing is missing. */
const INSTEAD_OF_PLACE =
  /\binstead of (?:in|on|at|to|from|for|with|by|into|of|all of|that|this|it|and|or|the same)\b|\binstead of [^.]{0,80} (?:this|that|it|them)\.|\binstead of [a-z]{2,20}ing (?:this|that|it|them)\b|\buse (?:only )?used\b/i;

/** "used parts" has a noun after it, "used as a constant" does not. */
const isModifier = (next: Word | undefined): boolean =>
  next?.part === "noun" || next?.part === "name" || next?.canBeNoun === true;

/** "Template strings instead of concatenation" has no verb. */
const isFragment = (text: string): boolean => {
  const [first = ""] = text.split(" ", 1);
  return text.includes(" instead of ") && /^[a-z]+$/i.test(first) && !isKnownVerb(first.toLowerCase());
};

/** Quotations are not the rule's own words. */
const unquoted = (text: string): string => text.replaceAll(/`[^`]*`|"[^"]*"|(?<!\w)'[^']*'(?!\w)/g, " x ");

const isBalanced = (text: string): boolean => {
  const count = (mark: string): number => text.split(mark).length - 1;
  return (
    count("`") % 2 === 0 && count('"') % 2 === 0 && count("(") === count(")") && count("{") === count("}")
  );
};

/** The similarity of a remark and the draft, from -1 to 1, relative to the mean of all rules. */
export type LikenessTo = (remark: number) => number;

/** How a draft relates to the remarks that it should cover. All shares are from 0 to 1. */
export interface Trial {
  /** Why it was refused, in plain words; absent if it passed. */
  readonly problem?: string;
  /** It was refused because a remark wants the opposite. */
  readonly contradicts: boolean;
  readonly measures: TrialMeasures;
}

export interface TrialMeasures {
  /** The share of remarks that agree by words or meaning. */
  readonly coverage: number;
  /** The weighted share of the remarks' common terms that the draft contains. */
  readonly recall: number;
  /** The share of the terms of most remarks that the draft lacks. */
  readonly missed: number;
  /** The share of the draft's terms that occur in any remark. */
  readonly grounded: number;
  /** The share of remarks with the same wish as the draft. */
  readonly same: number;
  /** The share of remarks with a compatible wish. */
  readonly compatible: number;
  /** The mean and the lowest similarity in meaning. */
  readonly likeness: number;
  readonly least: number;
  readonly terms: number;
  /** The number of its terms that at least two remarks contain. */
  readonly shared: number;
  /** The share of the names of at least two remarks that it contains; absent if there are none. */
  readonly names?: number;
}

const MIN_LIKENESS = 0.3;
/** The share from which remarks count as most of them. */
const MOST = 0.6;
/** The recall if the remarks share no terms. */
const UNKNOWN_RECALL = 0.4;

/** "Every page opens with a popup" may be a wish or a complaint. */
const DESCRIBES = /\bMake sure that /;

/** Whether another remark wants it too, or it is about a name, which other remarks must mention anyway. */
const isSupportedElsewhere = (text: string, stance: readonly Stance[]): boolean =>
  tokenize(text).some(({ kind }) => kind === "code" || kind === "name") ||
  stance.filter(({ relation }) => relation === "same").length > 1;

/** Tests a draft against the remarks: each must agree with it by its wish and its topic. */
export function tryDraft(text: string, read: ReadRemarks, likenessTo?: LikenessTo): Trial {
  const stance = stances(text, read.all);
  const measures = measureDraft(text, read, stance, likenessTo);
  const refuse = (problem: string, contradicts = false): Trial => ({ measures, contradicts, problem });
  const form = formProblem(text);
  if (form !== undefined) return refuse(`its form is unfit (${form})`);
  const against = stance.findIndex(({ isAgainst }) => isAgainst);
  if (against >= 0) return refuse(`remark ${against + 1} wants the contrary`, true);
  const doubts = stance.filter(({ relation }) => relation === "opposite").length;
  if (doubts > 0 && doubts >= stance.filter(({ relation }) => AGREES.has(relation)).length) {
    return refuse("as many remarks seem to want the contrary as agree", true);
  }
  if (read.all.length > 1 && DESCRIBES.test(text) && !isSupportedElsewhere(text, stance))
    return refuse("only one remark states it, and that may be a complaint");
  const name = findUnsharedName(text, read);
  return name === undefined ? { measures, contradicts: false } : refuse(`only one remark speaks of ${name}`);
}

function measureDraft(
  text: string,
  { all, support }: ReadRemarks,
  stance: readonly Stance[],
  likenessTo: LikenessTo | undefined,
): TrialMeasures {
  const terms = textTerms(text);
  const own = new Set(terms);
  const likeness = all.map((remark, at) => likenessTo?.(at) ?? likenessByWords(terms, remark));
  const isCovered = ({ terms: remarkTerms }: ReadRemark, at: number): boolean =>
    (likenessTo !== undefined && likeness[at]! >= MIN_LIKENESS) ||
    terms.some((term) => remarkTerms.has(term));
  const weight = (term: string): number => support.of(term) - 1;
  const shared = sum(support.shared.map(weight));
  const names = support.shared.filter((term) => !isOrdinary(term));
  return {
    coverage: share(all, isCovered),
    recall:
      shared === 0
        ? UNKNOWN_RECALL
        : sum(support.shared.filter((term) => own.has(term)).map(weight)) / shared,
    missed: share(
      support.shared.filter((term) => support.of(term) >= Math.max(2, MOST * all.length)),
      (term) => !own.has(term),
    ),
    grounded: share(terms, (term) => support.of(term) > 0),
    same: share(stance, ({ relation }) => relation === "same"),
    compatible: share(stance, ({ relation }) => AGREES.has(relation)),
    likeness: sum(likeness) / Math.max(1, likeness.length),
    least: Math.min(1, ...likeness),
    terms: terms.length,
    shared: terms.filter((term) => support.of(term) > 1).length,
    ...(names.length === 0
      ? {}
      : { names: sum(names.filter((term) => own.has(term)).map(weight)) / sum(names.map(weight)) }),
  };
}

/** A substitute for the similarity in meaning, from texts without a common word to equal ones. */
const likenessByWords = (terms: readonly string[], { terms: remarkTerms }: ReadRemark): number =>
  0.2 + 0.7 * share(terms, (term) => remarkTerms.has(term));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const share = <Item>(items: readonly Item[], is: (item: Item, at: number) => boolean): number =>
  items.length === 0 ? 0 : items.filter(is).length / items.length;

interface Stance {
  readonly relation: ReturnType<typeof compareWishes>;
  /** The remark explicitly wants the opposite. */
  readonly isAgainst: boolean;
}

const AGREES: ReadonlySet<string> = new Set(["same", "compatible"]);

/** How each remark relates to a draft by its wishes. One wish that agrees outweighs another that does not. */
function stances(text: string, all: readonly ReadRemark[]): readonly Stance[] {
  const drafted = readWishes(text).wishes;
  return all.map(({ reading, remark }): Stance => {
    const relations = reading.wishes.flatMap((wish) =>
      drafted.map((own) => ({
        relation: compareWishes(own, wish),
        isPlain: isPlain(wish, remark.text) && isAboutOneThing(own, wish),
      })),
    );
    const has = (wanted: string): boolean => relations.some(({ relation }) => relation === wanted);
    if (has("same")) return { relation: "same", isAgainst: false };
    if (has("opposite")) {
      const isAgainst = relations.some((each) => each.relation === "opposite" && each.isPlain);
      return { relation: "opposite", isAgainst };
    }
    return { relation: has("compatible") ? "compatible" : "unrelated", isAgainst: false };
  });
}

/** A name or number that only one remark mentions. One that no remark mentions is allowed. */
function findUnsharedName(text: string, { support }: ReadRemarks): string | undefined {
  const known = { ...support, of: (term: string) => (support.of(term) === 1 ? 1 : 2) };
  const words = tagWords(tokenize(text));
  const own = words[instanceNames(words, text, known).indexOf(true)];
  return own === undefined ? undefined : text.slice(own.start, own.end);
}

/** What is wrong with the form of a draft, or undefined if it is fine. */
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

/** "Use looks cheap", "Use in beta" and "Be null" have an impossible object. */
function isGarbled(text: string): boolean {
  const words = tagWords(tokenize(text));
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
    return object.part === "determiner" || (object.part === "noun" && !canBeAdjective(object.word));
  if (verb.base !== "use") return INSTEAD_OF_PLACE.test(text);
  const after = words[from + 1];
  const isPredicate =
    object.part === "verb" &&
    object.form !== "ing" &&
    (object.canBeNoun ? object.form === "s" && after?.part === "adjective" : !isModifier(after));
  return (
    isPredicate ||
    object.part === "preposition" ||
    object.part === "conjunction" ||
    INSTEAD_OF_PLACE.test(text)
  );
}
