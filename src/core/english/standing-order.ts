import table from "./standing-instruction.json" with { type: "json" };
import { isKnownVerb, isPart, type Word } from "./tagged-words.ts";

const phrases = (list: readonly string[]): readonly (readonly string[])[] =>
  list.map((phrase) => phrase.split(" ")).toSorted((a, b) => b.length - a.length);
const FILLERS = new Set(table.fillers);
const FILLERS_BEFORE_MARK = new Set(table.fillersBeforeMark);
const TAILS = phrases(table.lastingTails);
const CUSTOMS = new Set(table.customs);
const NOTES = phrases(table.notes);
const ONWARD = phrases(table.onward);
const NEVER = phrases(table.never);
const DUTIES = phrases(table.duties);
const CLOSERS = phrases(table.closers);
const PLACES = new Set(table.places);
const POINTERS = new Set(table.pointers);
const EMPTY = new Set(table.empty);
const AFTERTHOUGHTS = new Set(table.afterthoughts);
const QUANTIFIERS = new Set(table.quantifiers);
const PEOPLE = new Set(table.people);
/** Verbs that describe a state and give no order. */
const STATIVE = new Set(table.stative);
const LASTING_NEEDS = new Set(table.lastingNeeds);

/** What precedes the order itself. */
interface Lead {
  /** The index of the order's first word. */
  readonly at: number;
  /** Whether it says that the order is permanent. */
  readonly lasts: boolean;
  readonly polarity?: "Always" | "Never";
  /** The words that say where or when. They stay in front of the order. */
  readonly scope?: readonly [from: number, to: number];
}

/** The permanent order that a sentence gives, as an imperative sentence. */
export function readOrder(words: readonly Word[], text: string): string | undefined {
  const lead = readLead(words);
  const { last, tail } = findOrderEnd(words, lead.at);
  const order = words.slice(lead.at, last);
  const whole = readUniversalDuty(words.slice(lead.scope?.[0] ?? lead.at, last));
  if (whole !== undefined) return toSentence("", whole, text);
  const isNot = order[0]?.part === "do" && order[1]?.part === "not";
  const lasts = lead.lasts || tail === "lasts" || (tail === "again" && isNot) || isCustom(order);
  if (!lasts || !isOrder(order, lead.polarity) || !namesObject(order)) return undefined;
  const scope = lead.scope === undefined ? "" : scopeText(words.slice(...lead.scope), text);
  const body = isNot ? order.slice(2) : order;
  const polarity = lead.polarity ?? (isNot ? "Do not" : "");
  return toSentence(scope === "" ? polarity : `${scope}, ${polarity.toLowerCase()}`, body, text);
}

/** Skips fillers, "remember:", "from now on", "in this repo", "we" and "always", in any order. */
function readLead(words: readonly Word[]): Lead {
  let lead: Lead = { at: 0, lasts: false };
  for (let round = 0; round < 12; round += 1) {
    const next = leadStep(words, lead);
    if (next === undefined) break;
    lead = next;
  }
  return lead;
}

function leadStep(words: readonly Word[], lead: Lead): Lead | undefined {
  const { at } = lead;
  const word = words[at];
  if (word === undefined || word.kind === "quote" || word.kind === "code") return undefined;
  if (word.part === "mark") return { ...lead, at: at + 1 };
  const frequency = frequencyAt(words, at);
  if (frequency !== undefined && lead.polarity === undefined) return { ...lead, ...frequency, lasts: true };
  for (const list of [NOTES, ONWARD]) {
    const length = phraseAt(words, at, list);
    // "remember when …" and "rule out …" are not notes. A note ends with a mark, "to" or "that".
    if (length > 0 && (list === ONWARD || endsNote(words, at + length)))
      return { ...lead, at: at + length, lasts: true };
  }
  const scope = scopeAt(words, at);
  if (scope !== undefined && lead.scope === undefined)
    return { ...lead, at: scope, lasts: true, scope: [at, scope] };
  const subject = subjectAt(words, at);
  // "You always forget it" is a reproach; "we always test it" is a custom.
  const isCustomary = word.word === "we" || (subject ?? 0) > at + 1;
  if (subject !== undefined && (lead.lasts || (isCustomary && frequencyAt(words, subject) !== undefined))) {
    return { ...lead, at: subject };
  }
  const usual = customAt(words, at);
  if (usual !== undefined) return { ...lead, at: usual, lasts: true };
  const isFiller =
    FILLERS.has(word.word) || (FILLERS_BEFORE_MARK.has(word.word) && words[at + 1]?.part === "mark");
  return isFiller && words.length > at + 1 ? { ...lead, at: at + 1 } : undefined;
}

const phraseAt = (words: readonly Word[], at: number, list: readonly (readonly string[])[]): number =>
  list.find((phrase) => phrase.every((word, index) => words[at + index]?.word === word))?.length ?? 0;

function endsNote(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]!.word;
  const next = words[at];
  if (before === "to" || before === "that" || next?.part === "mark") return true;
  return next !== undefined && (frequencyAt(words, at) !== undefined || phraseAt(words, at, ONWARD) > 0);
}

function frequencyAt(words: readonly Word[], at: number): Pick<Lead, "at" | "polarity"> | undefined {
  const never = phraseAt(words, at, NEVER);
  if (never > 0) return { at: at + never, polarity: "Never" };
  return words[at]?.word === "always" ? { at: at + 1, polarity: "Always" } : undefined;
}

/** Skips the subject of the order: "we", "you", "you must", "we should". */
function subjectAt(words: readonly Word[], at: number): number | undefined {
  const who = words[at]?.word;
  if (who !== "we" && who !== "you" && who !== "everyone" && who !== "everybody") return undefined;
  const duty = phraseAt(
    words,
    at + 1,
    DUTIES.filter((phrase) => phrase.at(-1) !== "not" && phrase.length < 3),
  );
  const modal =
    duty > 0 && !["always", "never"].includes(words[at + duty]?.word ?? "")
      ? duty
      : words[at + 1]?.word === "will"
        ? 1
        : duty > 0
          ? duty - 1
          : 0;
  return at + 1 + modal;
}

/** "in this repo", "in our project", "for future PRs", "in every release", "before each commit", "whenever you push,". */
function scopeAt(words: readonly Word[], at: number): number | undefined {
  const [first, second] = [words[at]?.word ?? "", words[at + 1]?.word ?? ""];
  const isTime = ["every", "each"].includes(first) && second === "time" && words[at + 2]?.word === "you";
  if (first === "whenever" || isTime || (first === "when" && second === "you")) return commaAfter(words, at);
  if (!["in", "for", "on", "at", "before", "after", "with", "inside", "within", "under"].includes(first))
    return undefined;
  const isOurs = ["this", "our", "the"].includes(second) && PLACES.has(words[at + 2]?.word ?? "");
  if (isOurs) return at + 3;
  if (["every", "each", "all", "future", "any"].includes(second)) {
    const comma = commaAfter(words, at);
    if (comma !== undefined) return comma;
    const noun = words.findIndex(({ part }, index) => index > at + 1 && (part === "noun" || part === "name"));
    return noun === -1 || noun > at + 4 ? undefined : noun + 1;
  }
  return undefined;
}

function commaAfter(words: readonly Word[], at: number): number | undefined {
  const comma = words.findIndex(({ part, word }, index) => index > at && part === "mark" && word === ",");
  return comma === -1 || comma > at + 12 ? undefined : comma;
}

/** In a longer sentence, a final "here" refers to a place in the work. */
const MAX_CUSTOM = 10;

/** "we use pnpm in this repo" and "we write docs in English here" describe a custom. */
function customAt(words: readonly Word[], at: number): number | undefined {
  const verb = words[at + 1]?.word === "only" ? words[at + 2] : words[at + 1];
  if (words[at]?.word !== "we" || verb?.form !== "base") return undefined;
  const isHere = words.some(
    ({ word }, index) =>
      index > at + 2 &&
      ((PLACES.has(word) && ["this", "our"].includes(words[index - 1]!.word)) ||
        (word === "here" &&
          index < at + MAX_CUSTOM &&
          (index === words.length - 1 || words[index + 1]!.part === "mark"))),
  );
  return isHere ? at + 1 : undefined;
}

/**
 * Where the order ends: before thanks and afterthoughts ("…, you broke it again"). `tail` tells whether the last
 * words make the order permanent.
 */
function findOrderEnd(words: readonly Word[], from: number): { last: number; tail?: "lasts" | "again" } {
  let last = words.length;
  for (let at = from + 2; at < words.length; at += 1) {
    const { part, word } = words[at - 1]!;
    if (part === "mark" && [",", "-", "("].includes(word) && AFTERTHOUGHTS.has(words[at]!.word)) {
      last = at - 1;
      break;
    }
  }
  let tail: "lasts" | "again" | undefined;
  const endsIn = (list: readonly (readonly string[])[]): number =>
    list.find((phrase) => last - phrase.length > from && phraseAt(words, last - phrase.length, [phrase]) > 0)
      ?.length ?? 0;
  for (;;) {
    const [closer, lasting] = [endsIn(CLOSERS), endsIn(TAILS)];
    if (closer > 0) last -= closer;
    else if (lasting > 0) [last, tail] = [last - lasting, "lasts"];
    else if (endsIn([["again"], ["ever"]]) > 0) [last, tail] = [last - 1, tail ?? "again"];
    else if (last > from && words[last - 1]!.part === "mark" && words[last - 1]!.word !== ")") last -= 1;
    else return tail === undefined ? { last } : { last, tail };
  }
}

/** "Use pnpm in this repo" is a choice for the whole repository, not a task in it. */
function isCustom(words: readonly Word[]): boolean {
  const position = words.findIndex(
    ({ word }, at) => at > 2 && PLACES.has(word) && ["this", "our"].includes(words[at - 1]!.word),
  );
  return position === words.length - 1 && CUSTOMS.has(words[0]?.word ?? "");
}

/** "All commit messages must be in English." is a duty for every thing of a kind. */
function readUniversalDuty(words: readonly Word[]): readonly Word[] | undefined {
  if (words.length < 4 || !QUANTIFIERS.has(words[0]!.word)) return undefined;
  const isNone = words[0]!.word === "no";
  const duty = words.findIndex(
    ({ word }, at) => at > 1 && (phraseAt(words, at, DUTIES) > 0 || (isNone && word === "may")),
  );
  const named = words.slice(1, Math.max(1, duty));
  if (duty === -1 || duty > 8 || named.some(({ part, word }) => part === "pronoun" || POINTERS.has(word)))
    return undefined;
  const isNeed = /^needs?$/.test(words[duty]!.word) && !LASTING_NEEDS.has(words[duty + 2]?.word ?? "");
  if (isNeed) return undefined;
  return named.some(({ part }) => part === "noun" || part === "name") && duty + 1 < words.length
    ? words
    : undefined;
}

/** Whether words begin with a verb in the imperative, or with "do not" and one. */
function isOrder(words: readonly Word[], polarity: Lead["polarity"]): boolean {
  const [first, second] = words;
  if (first === undefined || first.kind !== "word" || STATIVE.has(first.word)) return false;
  if (first.part === "do" && second?.part === "not" && polarity === undefined) {
    return words[2]?.form === "base" && words[2].part === "verb";
  }
  if (first.part === "be") return first.word === "be";
  // "Prefix can be vague" starts with a noun.
  if (second !== undefined && isPart(second.part, "modal", "be", "have") && second.kind === "word")
    return false;
  if (first.word === "only" && second?.form === "base") return true;
  const compound = /^[a-z]+-([a-z]+)$/.exec(first.word)?.[1];
  if (compound !== undefined) return isKnownVerb(compound);
  return (
    first.form === "base" &&
    (first.part === "verb" || first.canBeNoun || first.part === "do" || first.part === "have")
  );
}

/**
 * Whether an order says what it is about: "never do that again" does not, and "never touch this file" is about a
 * single file.
 */
function namesObject(words: readonly Word[]): boolean {
  const isOneThing = words.some(
    ({ word }, at) =>
      ["this", "these", "that"].includes(word) &&
      !PLACES.has(words[at + 1]?.word ?? "") &&
      isPart(words[at + 1]?.part, "noun", "name", "adjective"),
  );
  if (isOneThing) return false;
  const meaningful = words.filter(
    ({ kind, part, word }, at) =>
      kind !== "word" ||
      (part !== "mark" &&
        !POINTERS.has(word) &&
        !(at === 0 && EMPTY.has(word)) &&
        isPart(part, "verb", "noun", "name", "adjective", "number")),
  );
  return meaningful.some((word) => word !== words[0]);
}

const scopeText = (words: readonly Word[], text: string): string => {
  const scope = text.slice(words[0]!.start, words.at(-1)!.end);
  return capitalise(scope.replace(/^for (?:all )?future /i, "in "));
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The words as a sentence. References to the speaker become "the user". */
function toSentence(lead: string, words: readonly Word[], text: string): string | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  let body = "";
  let from = first.start;
  for (const { kind, word, start, end } of words) {
    if (kind !== "word" || !PEOPLE.has(word)) continue;
    body += text.slice(from, start) + (word === "my" || word === "mine" ? "the user's" : "the user");
    from = end;
  }
  body = (body + text.slice(from, last.end)).replaceAll(/\s+/g, " ").trim();
  const sentence =
    lead.trim() === "" ? body : `${lead.trim()} ${body.charAt(0).toLowerCase()}${body.slice(1)}`;
  return `${capitalise(sentence)}.`;
}
