import { wordSet } from "../../text/word-set.ts";
import { claimSettings, isFree, senseAt, type Hit, type Mention, NO_TARGETS, targetsOf } from "./mention.ts";
import {
  CONCEPT_SENSES,
  NEAR,
  SETTING_SENSES,
  TURN_INDEX,
  senseWeight,
  type Sense,
  COMMANDS,
  PREFERRING,
  type SignTurn,
} from "./lexicon.ts";
import { phraseAt } from "./setting.ts";
import type { RuleWord } from "./rule-words.ts";

/** The state of the reader within a statement. */
interface Reading {
  sign: 1 | -1;
  /** What changed the sign, which decides how far the change reaches. */
  turned: "none" | "ban" | "local" | "undo";
  role: Mention["role"] | "exception";
  preferring: boolean;
  /** After `replace`, until `with` names the replacement. */
  replacing: boolean;
  statement: number;
  hedged: boolean;
  /** The index of the first mention after the last mark. */
  part: number;
}

/** Everything that a rule mentions, in order, with what it asks for and forbids. */
export function readMentions(words: readonly RuleWord[]): readonly Mention[] {
  const found: Mention[] = [];
  const claims = claimSettings(words);
  const reading: Reading = {
    sign: 1,
    turned: "none",
    role: "duty",
    preferring: false,
    replacing: false,
    statement: 0,
    hedged: false,
    part: 0,
  };
  const isHedge = (at: number): boolean => !claims.has(at) && HEDGES.has(words[at]!.text);
  startStatement(reading, words, 0, isHedge);
  /** The start of the part that a bracket interrupts: `shared branches (main, release) are off limits`. */
  let outside = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.mark !== undefined) {
      passMark(reading, words, at, isHedge);
      if (word.text === "(") outside = reading.part;
      reading.part = word.text === ")" ? outside : found.length;
      continue;
    }
    if (PREFERRING.has(word.stem)) reading.preferring = true;
    const sense = senseAt(words, at, claims);
    const turn = claims.has(at)
      ? undefined
      : phraseAt(TURN_INDEX, words, at, (_, length) => isFree(claims, at, length));
    if (reading.replacing && (word.text === "with" || word.text === "by")) {
      reading.replacing = false;
      reading.sign = turnedRound(reading.sign);
    }
    if (turn !== undefined && (sense === undefined || turn.length >= sense.length)) {
      reading.replacing = word.stem === "replac";
      const verb =
        turn.meaning === "undo" && !isPassive(words, at)
          ? mention(words, at, 1, undefined, reading)
          : undefined;
      if (verb !== undefined) found.push({ ...verb, weight: verb.weight * UNDO_WORTH });
      if (turn.meaning === "ban" && bansSubject(words, at + turn.length))
        forbidPart(reading, found, words[at - 1]?.text === "and");
      if (word.text === "no" && reading.turned === "local") endTurn(reading);
      if (
        takeTurn(isPassive(words, at) ? "ban_before" : turn.meaning, reading, found, STATING.has(word.text))
      ) {
        at += turn.length - 1;
        continue;
      }
      if (verb !== undefined) continue;
    }
    if (startsCommand(words, at)) endTurn(reading);
    if (words[at - 1]?.text === "and" && COMMANDS.has(word.text)) reading.part = found.length;
    const next = mention(words, at, sense?.length ?? 1, sense?.meaning, reading);
    if (next !== undefined) found.push(narrowed(words, at + (sense?.length ?? 1), next));
    if (sense !== undefined && sense.length > 1) found.push(...innerMentions(words, at, sense, reading));
    if (sense?.meaning.topic === APPROVAL && !sense.meaning.reversed && endsInBefore(words, at, sense)) {
      reading.sign = turnedRound(reading.sign);
      reading.turned = "ban";
      reading.hedged = true;
    }
    at += (sense?.length ?? 1) - 1;
  }
  return found;
}

const APPROVAL = "concept approval";

/** `Ask before installing` forbids installing without it. */
function endsInBefore(words: readonly RuleWord[], at: number, { length }: Hit): boolean {
  return words[at + length - 1]?.text === "before";
}

/** `Double quotes only for docstrings` forbids them elsewhere. */
function narrowed(words: readonly RuleWord[], next: number, each: Mention): Mention {
  const isNarrow =
    each.kind === "setting" &&
    words[next]?.text === "only" &&
    ["for", "if", "when", "in", "where", "as"].includes(words[next + 1]?.text ?? "");
  return isNarrow ? { ...each, sign: -1, hedged: true } : each;
}

/** In `Secrets must never be committed` and `tokens do not go into logs`, the ban is about the words before it. */
function bansSubject(words: readonly RuleWord[], next: number): boolean {
  const first = words[next]?.text ?? "";
  const verb = first === "be" ? words[next + 1] : words[next];
  if (verb === undefined || verb.mark !== undefined) return false;
  const undone = phraseAt(TURN_INDEX, words, first === "be" ? next + 1 : next)?.meaning === "undo";
  return (
    !undone && (first === "be" || SUBJECT_VERBS.has(first) || (first.endsWith("ed") && first.length > 4))
  );
}

const SUBJECT_VERBS = wordSet("go goes end appear get belong exist live remain land leak reach enter leave");

/** After `and`, only the first mention is the subject. What was asked of it in between stays. */
function forbidPart(reading: Reading, found: Mention[], onlyFirst: boolean): void {
  if (reading.turned !== "none") return;
  const end = onlyFirst ? Math.min(reading.part + 1, found.length) : found.length;
  for (let at = reading.part; at < end; at += 1) found[at] = { ...found[at]!, sign: -1 };
}

function mention(
  words: readonly RuleWord[],
  at: number,
  length: number,
  sense: Sense | undefined,
  { sign, role, statement, hedged }: Reading,
): Mention | undefined {
  if (role === "exception") return undefined;
  const weight = sense?.weight ?? senseWeight(words[at]!.stem);
  if (weight === 0) return undefined;
  return {
    topic: sense?.topic ?? words[at]!.stem,
    value: sense?.value ?? "yes",
    kind: sense?.kind ?? "word",
    sign: sense?.reversed === true ? turnedRound(sign) : sign,
    weight,
    role,
    hedged,
    targets: sense?.kind === "setting" ? targetsOf(words, at + length) : NO_TARGETS,
    statement,
    at,
    text: words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(" "),
  };
}

/** The words of a phrase also count a little by themselves, for rules that use other phrases. */
function innerMentions(
  words: readonly RuleWord[],
  from: number,
  outer: Hit,
  reading: Reading,
): readonly Mention[] {
  const inner: Mention[] = [];
  for (let at = from; at < from + outer.length; at += 1) {
    const sense = (
      phraseAt(
        SETTING_SENSES,
        words,
        at,
        ({ topic, weight }, length) => length === 1 && weight < FIRM_WEIGHT && !NEAR.has(topic),
      ) ?? phraseAt(CONCEPT_SENSES, words, at, (_, length) => length === 1)
    )?.meaning;
    const counts = sense !== undefined || outer.meaning.kind === "setting";
    const each = !counts ? undefined : mention(words, at, 1, sense, reading);
    if (each !== undefined)
      inner.push({ ...each, kind: innerKind(each), weight: Math.min(MAX_INNER, each.weight * INNER_WORTH) });
  }
  return inner;
}

/** Words inside a phrase never decide on their own. */
const innerKind = ({ kind }: Mention): Mention["kind"] => (kind === "setting" ? "concept" : kind);

/** A setting of this weight is not part of a longer phrase's meaning. */
const FIRM_WEIGHT = 2;
const MAX_INNER = 0.75;
const INNER_WORTH = 0.6;
const UNDO_WORTH = 0.7;

const turnedRound = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);

/** `if it isn't obvious` continues a condition, unlike `when in doubt do not`. */
const STATING = wordSet("isn't aren't is are not doesn't does");

/** Returns whether the words changed the state. If not, they are read as plain words. */
function takeTurn(turn: SignTurn, reading: Reading, found: Mention[], states: boolean): boolean {
  switch (turn) {
    case "ban":
      reading.sign = reading.turned === "ban" ? reading.sign : turnedRound(reading.sign);
      reading.turned = "ban";
      if (reading.role === "condition" && !states) reading.role = "duty";
      return true;
    case "local_ban":
      reading.sign = turnedRound(reading.sign);
      if (reading.turned !== "ban") reading.turned = "local";
      return true;
    case "undo":
      reading.sign = turnedRound(reading.sign);
      if (reading.turned === "none") reading.turned = "undo";
      return true;
    case "ban_before":
      for (let at = reading.part; at < found.length; at += 1) {
        const each = found[at]!;
        const sign = reading.turned === "none" ? -1 : reading.turned === "local" ? 1 : each.sign;
        found[at] = { ...each, sign };
      }
      return true;
    case "affirm":
      endTurn(reading);
      return true;
    case "over":
      if (!reading.preferring) return false;
      reading.sign = turnedRound(reading.sign);
      reading.turned = reading.turned === "none" ? "local" : reading.turned;
      reading.preferring = false;
      return true;
    case "condition":
    case "exception":
    case "reason":
      reading.role = turn;
      return true;
  }
}

/** In `semicolons are omitted`, the removed thing comes before the verb. */
function isPassive(words: readonly RuleWord[], at: number): boolean {
  return (words[at]?.text.endsWith("ed") ?? false) && PASSIVE.has(words[at - 1]?.text ?? "");
}

const PASSIVE = wordSet("is are be been being get gets");

function endTurn(reading: Reading): void {
  reading.replacing = false;
  reading.sign = 1;
  reading.turned = "none";
}

function passMark(
  reading: Reading,
  words: readonly RuleWord[],
  at: number,
  isHedge: (at: number) => boolean,
): void {
  if (words[at]!.mark === "strong") {
    reading.statement += 1;
    startStatement(reading, words, at + 1, isHedge);
    return;
  }
  if (reading.role === "condition") reading.role = "duty";
  reading.preferring = false;
  if (reading.turned === "none") return;
  const goesOn = listGoesOn(words, at);
  if (reading.turned === "ban" ? startsCommand(words, at + 1) && !goesOn : !goesOn) endTurn(reading);
}

function startStatement(
  reading: Reading,
  words: readonly RuleWord[],
  at: number,
  isHedge: (at: number) => boolean,
): void {
  endTurn(reading);
  reading.preferring = false;
  const first = words[at]?.text;
  reading.hedged = hasHedge(words, at, isHedge);
  reading.role = first === "this" || first === "it" || first === "these" ? "reason" : "duty";
  if (first === "only" && hasCondition(words, at)) {
    reading.sign = -1;
    reading.turned = "ban";
  }
}

function hasHedge(words: readonly RuleWord[], at: number, isHedge: (at: number) => boolean): boolean {
  for (let next = at; next < words.length && words[next]!.mark !== "strong"; next += 1) {
    if (isHedge(next)) return true;
  }
  return false;
}

const HEDGES: ReadonlySet<string> = new Set(["only", "unless", "except", "sparingly"]);

/** `Only commit when asked` forbids committing otherwise. */
function hasCondition(words: readonly RuleWord[], at: number): boolean {
  for (let next = at; next < words.length && words[next]!.mark !== "strong"; next += 1) {
    if (["when", "if", "after", "upon"].includes(words[next]!.text)) return true;
  }
  return false;
}

/** In `no mocks, stubs or fakes`, an `or` before the end of the statement extends the ban beyond the commas. */
function listGoesOn(words: readonly RuleWord[], at: number): boolean {
  for (let next = at + 1; next < words.length && words[next]!.mark !== "strong"; next += 1) {
    if (words[next]!.text === "or") return !ADVICE.has(words[at + 1]?.text ?? "");
    if (words[next]!.text === "and" || ADVICE.has(words[next]!.text)) return false;
  }
  return false;
}

/** Verbs that give advice anywhere in a statement. */
const ADVICE = wordSet("use prefer instead always favor favour rely");

/** Whether a verb at the start of a part, or one of advice after `and`, starts a new command. */
function startsCommand(words: readonly RuleWord[], at: number): boolean {
  const before = words[at - 1];
  const first = words[at]?.text ?? "";
  if (before !== undefined && before.mark === undefined) return before.text === "and" && ADVICE.has(first);
  return COMMANDS.has(
    ["and", "then", "just", "simply", "please"].includes(first) ? (words[at + 1]?.text ?? "") : first,
  );
}
