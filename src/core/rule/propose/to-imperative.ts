import { isNounLike } from "../../actionable/change-verbs.ts";
import { readText } from "../../actionable/read-text.ts";
import { hasContent, isPreposition } from "../../actionable/word-classes.ts";
import { readsAsOrder, startsWithVerb } from "../reads-as-order.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";

/** Longer remarks are read by their beginning. */
const MAX_READ = 4_000;
const MAX_SENTENCES = 12;

/** A remark as an instruction that holds beyond the place it was made at, or nothing where it states none. */
export function toImperative(remark: string): string | undefined {
  const text = withoutPlaces(sanitiseRuleText(asOneLine(withoutBlocks(remark.slice(0, MAX_READ))), MAX_READ));
  const { words, sentences } = readText(text);
  for (const { from, to, question } of sentences.slice(0, MAX_SENTENCES)) {
    const start = words[from]?.start ?? 0;
    const end = words[to - 1]?.end ?? start;
    const order = orderIn(text.slice(start, end), question);
    const finished = order === undefined ? undefined : finish(order);
    if (finished !== undefined && saysSomething(finished)) return finished;
  }
  return undefined;
}

function orderIn(sentence: string, question: boolean): string | undefined {
  const proposed =
    /^(?:how about|what about|i(?:['’]d| would)? (?:suggest|recommend|prefer)) using (.{1,400})$/is.exec(
      sentence,
    );
  if (proposed !== null) return `Use ${proposed[1]}`;
  const plain = withoutOpening(sentence);
  // A question that asks for nothing wants to know; only a request, or a verb that is nothing else, is an order.
  if (question && plain === sentence.trim() && isNounLike(plain.split(" ", 1)[0]!.toLowerCase()))
    return undefined;
  if (question && /^(?:do|does|did|is|are|no)\b/i.test(plain)) return undefined;
  return BOILERPLATE.test(plain) ? undefined : asOrder(plain);
}

const BOILERPLATE = /^(?:show|see|read|learn|view|find out) (?:more|all|details)\b/i;

/** A line that begins anew is a sentence of its own; one that goes on is not. */
const asOneLine = (text: string): string => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.reduce(
    (said, line) => `${said}${/^(?:[\p{Lu}*•#-]|please\b)/u.test(line) && said !== "" ? "." : ""} ${line}`,
    "",
  );
};

/** Quoted lines and fenced code are what the remark is about, not what it says. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/```[^]{0,4000}?(?:```|$)/g, " ").replaceAll(/^ {0,3}>[^\n]*/gm, " ");

/** Places, people and numbers of the one occasion that the remark was made on. */
const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/\[([^\][]{1,200})\]\([^()]{0,500}\)/g, "$1")
    .replaceAll(/\s?(?:see|cf\.?|in|from)? ?<?https?:\/\/[^\s>)]{1,500}[>)]?/gi, "")
    .replaceAll(/(?<![\w`])@[\w-]{1,60},?/g, "")
    .replaceAll(
      /\s?\(?\b(?:(?:see|in|on|at|from) )?(?:lines?|L) ?\(?\d{1,7}(?: ?(?:-|–|to|and) ?L?\d{1,7})?\)?:?/gi,
      "",
    )
    .replaceAll(
      /\s?\(?\b(?:(?:see|in|from) )?(?:#|gh-|pr ?#?|issue ?#?|commit )(?:\d{1,8}|[0-9a-f]{7,40})\b\)?/gi,
      "",
    )
    .replaceAll(/(?<=\w\.[a-z]{1,4}):\d{1,7}(?::\d{1,7})?\b/g, "")
    .replaceAll(/\s(?:here|in this (?:file|function|method|line|class|place|case|pr))(?=[\s.,;:!?]|$)/gi, "")
    // "Move it below the imports" is about a place; "as in the line above" points at one.
    .replaceAll(/\s(?:just )?(?:above|below)(?=[.,;:!?]|$)/gi, "")
    .replaceAll(/\s{2,100}/g, " ")
    .trim();

/** One opening after the other: a greeting, a label, a courtesy, a hedge. */
function withoutOpening(sentence: string): string {
  let rest = sentence.trim();
  for (let round = 0; round < 6; round += 1) {
    const next = rest.replace(OPENING, "").trim();
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

const OPENING =
  /^(?:(?:hi|hey|hello)[ ,!]{1,3}|(?:thanks|thank you|nice|great|good|ok|okay|hmm|sorry|btw|fyi|also|and|but|so|then|again|instead|here|maybe|perhaps|possibly|please|pls|kindly|just|simply|nit|nits|nitpick|minor|style|suggestion|question|todo|bug|blocking|non-blocking|important|optional|security|perf|performance|tests?|docs?|major|critical|warning|error|note)\b(?:\s?\([^()]{0,30}\))?\s?[,:!.–—-]{1,3}\s|(?:also|and|but|so|then|again|maybe|perhaps|possibly|please|pls|kindly|just|simply)\s|(?:could|can|would|will) (?:you|we) (?:please |also |just |maybe |perhaps )?|(?:would|do) you mind |let['’]s |(?:i|we) (?:would |strongly |really |do )?(?:think|believe|suggest|recommend|propose|prefer|feel)(?: that| to| (?:you|we)(?! (?:should|must|need|have|ought)))? |i['’]d (?:suggest|recommend|prefer|rather)(?: that| to| (?:you|we)(?! (?:should|must|need|have|ought)))? |it (?:would|might|may) be (?:better|good|nice|best|cleaner|safer) (?:to|if (?:you|we)) |(?:you|we) (?:can|could|may|might) (?:also |just |simply )?|(?:why not|how about|what about) |make sure to |be sure to |remember to |[-*•]\s)/i;

const GENERIC =
  "(?:you|we|one|this|that|it|these|those|they|i|the code|the agent|the author|the implementation|the change|code|agents?|developers?)";
const MODAL = "(?:should|must|shall|needs? to|has to|have to|ought to)";

interface Template {
  readonly pattern: RegExp;
  readonly write: (match: readonly string[]) => string | undefined;
}

/** Tried in order; what none of them knows is no order. */
const TEMPLATES: readonly Template[] = [
  { pattern: /^(?:there(?:['’]s| is) )?no need (?:to|for) (.+)$/is, write: ([, rest = ""]) => noNeed(rest) },
  {
    pattern:
      /^(?:the )?(using|use of) (.{2,100}?) (?:is (?:an? |not )?(?:very |major |severe |potential )?(?:security|risk|risky|dangerous|unsafe|discouraged|bad|insecure|problem|recommended|error-prone)|(?:can|could|may|might|will) (?:lead|introduce|cause|result|break|hide|mask)|poses|leads to|causes|should be avoided)\b/is,
    write: ([, how = "", thing = ""]) =>
      `Avoid ${how.toLowerCase() === "using" ? "using" : "the use of"} ${thing}`,
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
      `^${GENERIC} ${MODAL} (?:also |always |just |really |instead )?(?!be\\b)([a-z-]+\\b.*)$`,
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
      /^(?:this |that |the |an? )?((?:unused|unneeded|unnecessary|redundant|superfluous|stray|leftover|duplicate|dead|commented-out|trailing) [\w -]{2,60}?)(?: (?:should|must|can) (?:be removed|go))?$/is,
    write: ([, thing = ""]) => `Do not leave in ${plural(lower(thing))}`,
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

/** The sentence as an order: as it stands where it is one, else by the first template that knows its form. */
function asOrder(sentence: string): string | undefined {
  const text = sentence.replace(/[\s.!?;:,]{1,20}$/, "");
  const strict = /^(never|always|do not|don['’]t|avoid|only)\s+(\S.*)$/is.exec(text);
  if (strict !== null)
    return isStrictOrder(strict[1]!, strict[2]!) ? text.replace(/^don['’]t/i, "Do not") : undefined;
  for (const { pattern, write } of TEMPLATES) {
    const match = pattern.exec(text);
    const written = match === null ? undefined : write(match);
    if (written !== undefined) return written;
  }
  return startsWithVerb(text) && readsAsOrder(text) ? text : undefined;
}

/** "never happens", "only x is needed": statements. */
function isStrictOrder(word: string, rest: string): boolean {
  if (/^only$/i.test(word)) return startsWithVerb(rest) && readsAsOrder(rest);
  return !/^(?:[a-z]+[^s]s|you|we|they|i|these|those|the|know|think)\b/i.test(rest) || /^avoid$/i.test(word);
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

/** Regular nouns only; what looks plural or is code stays. */
const plural = (thing: string): string =>
  /(?:s|`|code|whitespace|logic|data)$/i.test(thing) ? thing : `${thing}s`;

/** Names and code keep their first letter. */
const lower = (text: string): string =>
  /^[A-Z][a-z]*\b(?![A-Z_.(`])/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text;

function finish(order: string): string | undefined {
  const text = order
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s(?=[,.;:!?])/g, "")
    .replace(/[\s.!?;:,]{1,20}$/, "")
    .trim();
  if (text === "") return undefined;
  return sanitiseRuleText(`${text[0]!.toUpperCase()}${text.slice(1)}.`);
}

/** "Ensure that the list is sorted": what follows is what must hold, and no pointer. */
const TAKES_CLAUSE = /^(?:assert|check|confirm|ensure|guarantee|prove|test|validate|verify)$/;

/** "Remove this." and "Rename it to x." tell nothing to anyone who has not seen the place. */
function saysSomething(order: string): boolean {
  const { words } = readText(order);
  const verb = words.findIndex(({ text }) => !/^(?:do|not|never|always|avoid|only)$/.test(text));
  const [object, next] = [words[verb + 1], words[verb + 2]];
  if (/^(?:it|them)$/.test(object?.text ?? "")) return false;
  const beginsClause = object?.text === "that" && TAKES_CLAUSE.test(words[verb]?.text ?? "");
  if (
    !beginsClause &&
    /^(?:this|that|these|those)$/.test(object?.text ?? "") &&
    (next?.kind !== "word" || isPreposition(next) || /^(?:an?|the)$/.test(next.text))
  )
    return false;
  return hasContent(words, verb + 1, words.length);
}
