import { isNounLike } from "../../actionable/change-verbs.ts";
import { readText } from "../../actionable/read-text.ts";
import { hasContent, isPreposition } from "../../actionable/word-classes.ts";
import { readsAsOrder, startsWithVerb } from "../reads-as-order.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { fromGerund, ORDER_TEMPLATES } from "./order-templates.ts";
import { withoutBlocks, withoutPlaces } from "./without-occasion.ts";
import { withoutOpening } from "./without-opening.ts";

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
  const whole = orderOf(sentence, question);
  if (whole !== undefined) return whole;
  // "The indent is off: use tabs", "it leaks, could you close it?": the order comes after what is wrong.
  const [, later] = LATER.exec(sentence) ?? [];
  return later === undefined ? undefined : orderOf(later, question);
}

const LATER =
  /^[^:]{3,200}(?:: (?=[A-Z][a-z]{1,20} )|(?:,|, so|, then| but| then) (?=(?:please|can you|could you|would you|can we|could we) ))(.{3,400})$/s;

function orderOf(sentence: string, question: boolean): string | undefined {
  const plain = withoutOpening(sentence);
  const opened = plain !== sentence.trim();
  // A question that asks for nothing wants to know; only a request, or a verb that is nothing else, is an order.
  if (question && !opened && isNounLike(plain.split(" ", 1)[0]!.toLowerCase())) return undefined;
  if (question && /^(?:do|does|did|is|are|no)\b/i.test(plain)) return undefined;
  if (BOILERPLATE.test(plain)) return undefined;
  // "How about moving it": the gerund is the order only where something led up to it.
  return (opened ? fromGerund(plain) : undefined) ?? asOrder(plain);
}

/** What a report's template says, and what only supposes something or wishes to have it. */
const BOILERPLATE =
  /^(?:show|see|read|learn|view|find out) (?:more|all|details)\b|^(?:say|suppose|imagine) |^have (?:an?|the|some|only) [\w-]{1,40}(?: [\w-]{1,40}){0,2}(?:$| (?:as|because|since|for|in|on|that)\b)/i;

/** A line that begins anew is a sentence of its own; one that goes on is not. */
const asOneLine = (text: string): string => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.reduce(
    (said, line) =>
      `${said}${/^(?:$|[\p{Lu}*•#-]|please\b)/u.test(line) && /[^\s.!?:;,]$/.test(said) ? "." : ""} ${line}`,
    "",
  );
};

/** The sentence as an order: as it stands where it is one, else by the first template that knows its form. */
function asOrder(sentence: string): string | undefined {
  const text = sentence.replace(/[\s.!?;:,]{1,20}$/, "");
  const strict = /^(never|always|do not|don['’]?t|avoid|only)\s+(\S.*)$/is.exec(text);
  if (strict !== null)
    return isStrictOrder(strict[1]!, strict[2]!) ? text.replace(/^don['’]?t/i, "Do not") : undefined;
  for (const { pattern, write } of ORDER_TEMPLATES) {
    const match = pattern.exec(text);
    const written = match === null ? undefined : write(match);
    if (written !== undefined) return written;
  }
  if (VERB_WITH_SUBJECT.test(text) && !GIVING.test(text)) return undefined;
  return startsWithVerb(text) && readsAsOrder(text) ? text : undefined;
}

/** "Delete handles null pointers": the first word is what does it, the second what it does. */
const VERB_WITH_SUBJECT =
  /^[a-z-]{2,30} [a-z]{2,20}[^s\W]s (?:the|an?|this|that|these|those|it|them|all|any|every|each|null|no|its|your)\b/i;
/** "Give users the choice" has two objects. */
const GIVING =
  /^(?:give|show|offer|tell|send|hand|grant|ask|teach|write|pass|assign|allow|make|leave|spare|return)\b/i;

/** "never happens", "only x is needed": statements. */
function isStrictOrder(word: string, rest: string): boolean {
  if (/^only$/i.test(word)) return startsWithVerb(rest) && readsAsOrder(rest);
  return !/^(?:[a-z]+[^s]s|you|we|they|i|these|those|the|know|think)\b/i.test(rest) || /^avoid$/i.test(word);
}

/** What is left of "except for the comment above" once its place is gone. */
const DANGLING = /(?: (?:except|for|in|on|at|of|to|with|from|by|as)){0,3} (?:the|an?)$/i;

function finish(order: string): string | undefined {
  const text = order
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s(?=[,.;:!?])/g, "")
    .replace(/[\s.!?;:,(]{1,20}(?:i\.?e|e\.?g|etc|please|thanks|thank you|:-?\))?[\s.!?;:,]{0,20}$/i, "")
    .replace(DANGLING, "")
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
  const said = words.filter(({ text }, at) => at <= verb || !ELSEWHERE.test(text));
  // "Avoid swallowing errors": what is avoided is told by the verb already.
  const from = words[0]?.text === "avoid" && said.length > verb + 1 ? verb : verb + 1;
  return hasContent(said, from, said.length);
}

const ELSEWHERE =
  /^(?:throughout|everywhere|elsewhere|anywhere|again|instead|too|both|either|one|ones|same|accordingly)$/;
