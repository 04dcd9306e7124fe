import { isChangeVerb, isVagueVerb } from "../../actionable/change-verbs.ts";
import { startsWithVerb } from "../reads-as-order.ts";

const GENERIC =
  "(?:you|we|one|this|that|it|these|those|they|i|the code|the agent|the author|the implementation|the change|code|agents?|developers?)";
const MODAL = "(?:should|must|shall|needs? to|has to|have to|ought to)";

export interface OrderTemplate {
  readonly pattern: RegExp;
  readonly write: (match: readonly string[]) => string | undefined;
}

/** Tried in order; what none of them knows is no order. */
export const ORDER_TEMPLATES: readonly OrderTemplate[] = [
  { pattern: /^(?:there(?:['’]s| is) )?no need (?:to|for) (.+)$/is, write: ([, rest = ""]) => noNeed(rest) },
  {
    pattern:
      /^(?:the |direct )?(us(?:e|age) of|directly [a-z]{2,20}ing|[a-z]{2,20}ing) (.{2,100}?),? (?:(?:is|are) (?:an? |not |too |very )?(?:very |major |severe |potential )?(?:security|risk|risky|dangerous|unsafe|discouraged|bad|broad|insecure|problem|recommended|error-prone)|(?:can|could|may|might|will) (?:lead|introduce|cause|result|break|hide|mask|obscure|leak)|poses|leads to|causes|hides|masks|obscures|risks|allows (?:for |the )?(?:execution|arbitrary|sql|code|attack|injection)|should be avoided)\b/is,
    write: ([, how = "", thing = ""]) =>
      NO_GERUND.test(how) ? undefined : `Avoid ${/ of$/i.test(how) ? "the use of" : lower(how)} ${thing}`,
  },
  {
    // "Mutable default argument 'y=[]' can cause …", "Broad exception handlers hide …": what does harm is avoided.
    pattern:
      /^(?:an? |the )?([a-z-]{3,20}(?: [a-z-]{3,20}){1,2})(?: ['"`(][^'"`()]{1,60}['"`)])?(?: in ['"`]?[\w.()]{1,60}['"`]?)? (?:(?:can|could|may|might|will) (?:lead|introduce|cause|result|break|hide|mask|obscure|leak)|poses?|leads? to|causes?|hides?|masks?|obscures?)\b/is,
    write: ([, thing = ""]) => (isThing(thing) ? `Avoid ${plural(lower(thing))}` : undefined),
  },
  {
    pattern:
      /^(?:an? |the )?((?:magic|global|mutable|hard-?coded|bare|broad|raw|deprecated|generic|wildcard|duplicated?|unsafe|insecure|untyped|obsolete) [a-z-]{3,20}(?: (?!are )[a-z-]{3,20})?)(?: ['"`(][^'"`()]{1,60}['"`)])? (?:is |are )?(?:being )?used\b(.{0,100})$/is,
    write: ([, thing = "", rest = ""]) =>
      `Do not use ${plural(lower(thing))}${/^ (?:for|as|to) [^,;]{2,60}$/.test(rest) ? rest : ""}`,
  },
  {
    pattern: new RegExp(`^${GENERIC} ${MODAL} (?:(?:not|never|also|always|just|really) )?be\\b`, "is"),
    write: () => undefined,
  },
  {
    pattern: new RegExp(
      `^${GENERIC} (?:${MODAL} (?:not|never)|shouldn['’]t|mustn['’]t|can['’]t|cannot) (.+)$`,
      "is",
    ),
    write: ([, rest = ""]) => `Do not ${rest}`,
  },
  {
    pattern: new RegExp(
      `^${GENERIC} ${MODAL} (?:also |always |just |really |instead |probably |rather |only )?(?!be\\b)([a-z-]+\\b.*)$`,
      "is",
    ),
    write: ([, rest = ""]) => (startsWithVerb(rest) ? rest : undefined),
  },
  {
    pattern: new RegExp(`^(.{2,100}?) (?:${MODAL} (?:not|never)|shouldn['’]t|mustn['’]t) be (.+)$`, "is"),
    write: ([, subject = "", rest = ""]) =>
      isSubject(subject) ? `Do not let ${lower(subject)} be ${rest}` : undefined,
  },
  {
    pattern: new RegExp(`^(.{2,100}?) (?:${MODAL} (?:not|never)|shouldn['’]t|mustn['’]t) (.+)$`, "is"),
    write: ([, subject = "", rest = ""]) =>
      isSubject(subject) ? `Do not let ${lower(subject)} ${rest}` : undefined,
  },
  {
    pattern: new RegExp(`^(.{2,100}?) ${MODAL} (?:also |always |just )?be (.+)$`, "is"),
    write: ([, subject = "", rest = ""]) =>
      isSubject(subject)
        ? `Make sure that ${lower(subject)} ${isPlural(subject) ? "are" : "is"} ${rest}`
        : undefined,
  },
  {
    pattern: new RegExp(`^(.{2,100}?) ${MODAL} (?:also |always |just )?have (.+)$`, "is"),
    write: ([, subject = "", rest = ""]) =>
      isSubject(subject)
        ? `Make sure that ${lower(subject)} ${isPlural(subject) ? "have" : "has"} ${rest}`
        : undefined,
  },
  {
    pattern: new RegExp(`^(.{2,100}?) ${MODAL} (?:also |always |just )?([a-z-]+\\b.*)$`, "is"),
    write: ([, subject = "", rest = ""]) =>
      isSubject(subject) && startsWithVerb(rest) ? `Have ${lower(subject)} ${rest}` : undefined,
  },
  { pattern: /^(?:this |it |the code )?(?:is )?missing (.+)$/is, write: ([, rest = ""]) => leaveOut(rest) },
  {
    pattern: /^(?:the |an? )?(.{2,80}?) (?:is|are) missing(.*)$/is,
    write: ([, thing = "", rest = ""]) => leaveOut(thing + rest),
  },
  {
    pattern: /^(?:this |it |the code )?(?:lacks|has no|forgets?) (?:any |an? |the )?(.+)$/is,
    write: ([, rest = ""]) => leaveOut(rest),
  },
  {
    pattern: /^(.{3,60}?) (?:lacks?|has no|have no) (any |an? |the )?([^,;]{3,120})$/is,
    write: ([, subject = "", article = "", rest = ""]) => {
      if (!isSubject(subject)) return undefined;
      return /^[a-z]+(?: [a-z]+){1,3}$/i.test(subject) && isPlural(subject)
        ? `Make sure that ${lower(subject)} have ${/^an?/i.test(article) ? article : ""}${rest}`
        : leaveOut(rest);
    },
  },
  { pattern: /^(?:you |we |it )?forgot to (.+)$/is, write: ([, rest = ""]) => `Do not forget to ${rest}` },
  { pattern: /^(?:you |we )?forgot (?:about )?(.+)$/is, write: ([, rest = ""]) => leaveOut(rest) },
  {
    pattern:
      /^no (more )?((?!need|idea|problem|worries|longer|one|big|reason|changes?)[a-z-]+(?: [a-z-]+){0,4})$/is,
    write: ([, , thing = ""]) =>
      /\b(?:is|are|was|if|to|in)\b/.test(thing) ? undefined : `Do not use ${thing}`,
  },
  {
    pattern:
      /^(?:this |that |the |an? )?((?:unused|unneeded|unnecessary|redundant|superfluous|stray|leftover|duplicate|dead|commented-out|trailing) [\w-]{2,30}(?: (?!of |is |are )[\w-]{2,30}){0,3}?)(?: (?:should|must|can) (?:be removed|go)| ['"`([-].{0,200}| (?:in|on|from|declared|detected|found)\b.{0,200})?$/is,
    write: ([, thing = ""]) => `Do not leave in ${plural(lower(thing))}`,
  },
  {
    // "this import is not needed anymore and can be removed": which one it was holds for that place alone.
    pattern:
      /^(?:this|that|the|these|those) ([a-z-]{3,20}(?: [a-z-]{3,20})?) (?:is|are) (?:now |also )?(?:(?:no longer|not|never)(?: really| actually| even)? (used|needed|required|necessary)|(unused|unneeded|unnecessary|redundant|superfluous))\b.{0,200}$/is,
    write: ([, thing = "", not = "", un = ""]) =>
      `Do not leave in ${plural(lower(thing))} that are ${un === "" ? `not ${not.toLowerCase()}` : un.toLowerCase()}`,
  },
  {
    pattern: /^(.{1,120}?) (?:is|are) (?:not allowed|forbidden|prohibited|banned)(.*)$/is,
    write: ([, thing = "", rest = ""]) => `Do not use ${lower(thing)}${rest}`,
  },
  {
    pattern: /^(`[^`]{1,100}`|[\w.]{1,60}(?: [\w.-]{1,30}){0,2}) (instead of|rather than|over|not) (.+)$/is,
    write: ([, to = "", how = "", from = ""]) =>
      startsWithVerb(to) || (how === "not" && !to.startsWith("`"))
        ? undefined
        : `Use ${to} ${how === "not" ? "and not" : how.toLowerCase()} ${from}`,
  },
];

/** Words that end like a gerund and are none. */
const NO_GERUND =
  /^(?:.*\s)?(?:nothing|something|anything|everything|thing|string|missing|existing|during|remaining|following|according|depending|warning|setting|building|ring|king|spring|pending|failing|working|nesting)$/i;

/** A kind of thing, which holds for more than one place; no clause, and nobody's own. */
const isThing = (text: string): boolean =>
  !/^(?:the|an?)\b|\b(?:this|that|these|those|it|its|your|my|our|their|his|her|they|you|we|which|who|not|no|test|tests|errors?|bug|change|changes|fix|and|or)\b|(?:ed|ing|ly)\b/i.test(
    text,
  );

/** "moving it" as an order, "move it"; nothing where the verb is not known. */
export function fromGerund(phrase: string): string | undefined {
  const [, stem = "", rest = ""] = /^([a-z-]{2,30}?)ing\b(.{0,400})$/is.exec(phrase) ?? [];
  const verbs = [stem, `${stem}e`, stem.slice(0, -1)].map((verb) => verb.toLowerCase());
  const verb = verbs.find((each) => isChangeVerb(each) || isVagueVerb(each));
  return verb === undefined || rest.trim() === "" ? undefined : verb + rest;
}

const MAX_SUBJECT_WORDS = 10;

/** Something that can be told to do something: no clause of its own, and more than a bare pointer. */
const isSubject = (subject: string): boolean =>
  !/[,;?!]/.test(subject) &&
  subject.split(" ").length <= MAX_SUBJECT_WORDS &&
  !/^(?:if|when|why|what|how|because|since|i|he|she|there|not|no|and|or|seems|looks|[a-z]+ing)\b/i.test(
    subject,
  ) &&
  !/\b(?:is|are|was|were|be|can|could|will|would|may|might|seems?|looks?|that|which|who|has|have|do|does|think|we|you)\b/i.test(
    subject,
  ) &&
  !new RegExp(`^${GENERIC}$`, "i").test(subject);

const isPlural = (subject: string): boolean => {
  const [head = ""] = subject.replaceAll("`", "").split(/ (?:like|of|in|for|with|from|on)\b| ?\(/, 1);
  return / and /.test(head) || /(?:[^sui]s|these|those|they|all|data)$/i.test(head);
};

const leaveOut = (thing: string): string | undefined =>
  /^\w|^`/.test(thing)
    ? `Do not leave out ${/^(?:an?|the|any|some|all)\s/i.test(thing) ? thing : `the ${lower(thing)}`}`
    : undefined;

function noNeed(rest: string): string {
  return startsWithVerb(rest) ? `Do not ${rest}` : `Do not add ${rest}`;
}

/** Regular nouns only; what looks plural, cannot be counted or is code stays. */
const plural = (thing: string): string => {
  if (
    /(?:[^s]s|`|'|"|\)|code|whitespace|logic|data|state|handling|access|output|input|memory|text|usage|content|config)$/i.test(
      thing,
    )
  )
    return thing;
  if (/(?:ch|sh|x|z|ss)$/i.test(thing)) return `${thing}es`;
  return /[^aeiou]y$/i.test(thing) ? `${thing.slice(0, -1)}ies` : `${thing}s`;
};

/** Names and code keep their first letter. */
const lower = (text: string): string =>
  /^[A-Z][a-z]*\b(?![A-Z_.(`])/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;
