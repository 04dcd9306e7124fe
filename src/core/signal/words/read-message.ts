import type { Evidence, SignalFacts } from "../signal.ts";
import { type Decided, type Speaker, decideStance } from "./decide-stance.ts";
import { findInstruction, isInstructed } from "./instruction.ts";
import type { MessageReading, Stance } from "./act.ts";
import { findOwnWords, type OwnWords } from "../../english/own-words.ts";
import { recogniseActs } from "./recognise-acts.ts";
import { type SpelledSentence, splitSentences } from "../../english/spelled-sentences.ts";
import { readTokens } from "../../english/spelled-tokens.ts";
import TABLE from "./other-languages.json" with { type: "json" };

/** The commonest phrases of ten languages, each distinctive enough not to occur in English prose. */
const PHRASES: Readonly<Record<Heard, readonly string[]>> = TABLE;

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u;

const LOOK = 2_000;

const EXPRESSIONS = new Map(
  (Object.keys(PHRASES) as Heard[]).map((heard) => {
    const phrases = PHRASES[heard].flatMap((line) => line.split("|"));
    const spaced = phrases.filter((each) => SPACED.test(each));
    const joined = phrases.filter((each) => !SPACED.test(each));
    return [
      heard,
      new RegExp(
        `(?<!\\p{L})(?:${spaced.join("|")})(?!\\p{L})${joined.length > 0 ? `|${joined.join("|")}` : ""}`,
        "u",
      ),
    ] as const;
  }),
);

/** Asks to redo the work. */
const RETRY =
  /(?<![^ ])(?:try again|redo|start over|start again|from scratch|do (?:it|this|that) (?:again|over)|rewrite (?:it|this|that)|read (?:it|that) again|one more time|retry)(?![^ ])/;

/** More evidence adds nothing. */
const MOST_EVIDENCE = 8;

/** Reads a person's own words, without pasted output, code and quotations. */
export function readMessage(text: string, speaker: Speaker): MessageReading {
  const own = findOwnWords(text);
  const foreign = readOtherLanguage(text, own);
  if (foreign !== undefined) return foreign;
  const sentences = splitSentences(own.flatMap(({ start, end }) => readTokens(text, start, end)));
  const instruction = findInstruction(text);
  const acts = recogniseActs(sentences).filter(
    (act) => instruction === undefined || !isInstructed(act, sentences[act.sentence]!, instruction),
  );
  const decided = decideStance(acts, sentences, speaker);
  const evidence = withoutRepeats(
    decided.acts.map((act) => ({
      ...sentences[act.sentence]!.spanOf(act.from, act.to),
      source: act.kind,
    })),
  ).slice(0, MOST_EVIDENCE);
  const asksToRetry = sentences.some((sentence) => RETRY.test(sentence.text));
  const facts: SignalFacts = messageFacts(text, sentences, decided);
  return {
    stance: decided.stance,
    weight: decided.weight,
    acknowledges: acts.some(
      (act) => act.kind === "praise" || act.kind === "progress" || act.kind === "almost",
    ),
    isSpecific:
      asksToRetry ||
      facts.clarification !== undefined ||
      acts.some((act) => act.kind === "tweak") ||
      sentences.some((sentence) => /(?<![^ ])TESTNAME(?![^ ])/.test(sentence.text)),
    asksToRetry,
    evidence,
    facts,
    ...(instruction === undefined ? {} : { instruction: instruction.text }),
  };
}

/** In text order; of overlapping spans of one kind, the first is kept. */
function withoutRepeats(spans: readonly Evidence[]): readonly Evidence[] {
  const kept: Evidence[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (!kept.some((each) => each.source === span.source && each.end > span.start)) kept.push(span);
  }
  return kept;
}

const LONGEST_FACT = 300;

/** Facts in the person's own words. */
function messageFacts(text: string, sentences: readonly SpelledSentence[], decided: Decided): SignalFacts {
  const { stance } = decided;
  if (stance === "accepts" || stance === "other") return {};
  const quote = (sentence: SpelledSentence, from: number, to: number): string => {
    const { start, end } = sentence.spanOf(from, to);
    return text.slice(start, end).trim().slice(0, LONGEST_FACT);
  };
  const gap = stance === "partly_accepts" ? findGap(sentences, decided, quote) : undefined;
  const clarification = stance === "reports_error" ? undefined : findClarification(sentences, quote);
  const message =
    stance === "reports_error" || stance === "reports_failed_check"
      ? findErrorMessage(text, sentences, decided)
      : undefined;
  return {
    ...(message === undefined ? {} : { error_message: message }),
    ...(gap === undefined ? {} : { gap }),
    ...(clarification === undefined ? {} : { clarification }),
  };
}

type Quote = (sentence: SpelledSentence, from: number, to: number) => string;

const JOINS_GAP =
  /(?:^| )(?:but|except for|except|however|although|though|apart from|aside from|other than|just need|one thing :|one thing|(?:small|minor|tiny|quick|little) (?:change|issue|thing|tweak|nit|fix|detail)(?: , please| please)? :)(?: ,)? (?=.)/;

/** The words after "but" and the like, or the clause or sentence that names what is left. */
function findGap(sentences: readonly SpelledSentence[], { acts }: Decided, quote: Quote): string | undefined {
  const firstActs = acts.map((act) => act.sentence);
  const from = Math.min(...firstActs);
  for (const sentence of sentences.slice(from, from + 4)) {
    const joint = JOINS_GAP.exec(sentence.text);
    if (joint !== null && (joint.index > 0 || joint[0].includes(":")))
      return quote(sentence, joint.index + joint[0].length, sentence.text.length);
  }
  const left = acts.find((act) => !["praise", "almost", "approval", "gap"].includes(act.kind));
  const at = left ?? acts.find((act) => act.kind === "gap") ?? acts[0];
  if (at === undefined) return undefined;
  const sentence = sentences[at.sentence]!;
  const clause = sentence.clauses.findLast((each) => each.from <= at.from);
  return quote(sentence, clause?.from ?? 0, Math.max(clause?.to ?? 0, at.to));
}

const WANTED: readonly RegExp[] = [
  /(?:^| )i (?:actually )?(?:meant|wanted|asked for|asked you to|asked|needed) (?=.)/,
  /(?:^| )(?:it|that|this|they|these|the [^ ,]+(?: [^ ,]+){0,4}?) (?:should|must|needs to|has to) (?:have been |be )?(?=.)/,
  /(?:^|[,:-] )(?:use|try|do|call it|say|make it) (?=.)/,
];

function findClarification(sentences: readonly SpelledSentence[], quote: Quote): string | undefined {
  for (const [index, wanted] of WANTED.entries()) {
    for (const sentence of sentences.slice(0, 20)) {
      const match = wanted.exec(sentence.text);
      if (match === null) continue;
      const from =
        index === 0
          ? match.index + match[0].length
          : match.index + (match[0].match(/^[ ,:-]*/)?.[0].length ?? 0);
      const stop = / (?:but|because|,) /.exec(sentence.text.slice(from));
      const to = stop === null || stop.index < 8 ? sentence.text.length : from + stop.index;
      return quote(sentence, from, to);
    }
  }
  return undefined;
}

const QUOTED = /["\u201c`]([^"\u201c\u201d`\n]{3,300})["\u201d`]/;
const SAYS = /(?:errors?|says|exception|message|with|get|got|getting) ?:? ?$/i;

/** A message in quotation marks beside the words that report the error. */
function findErrorMessage(
  text: string,
  sentences: readonly SpelledSentence[],
  { acts }: Decided,
): string | undefined {
  const [act] = acts;
  const sentence = act === undefined ? undefined : sentences[act.sentence];
  if (sentence === undefined) return undefined;
  const { start, end } = sentence.spanOf(0, sentence.text.length);
  const excerpt = text.slice(start, Math.min(end, start + 2_000));
  const quoted = QUOTED.exec(excerpt);
  if (quoted === null || !(SAYS.test(excerpt.slice(0, quoted.index)) || /\s/.test(quoted[1]!)))
    return undefined;
  return quoted[1]!.trim().slice(0, LONGEST_FACT);
}

type Heard = "rejects" | "praises" | "gap" | "error" | "failed_check";

/** Reads a message in another language; undefined if it contains no phrase of the table. */
function readOtherLanguage(text: string, own: readonly OwnWords[]): MessageReading | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const excerpt = lowerCase(text.slice(first.start, Math.min(first.end, first.start + LOOK)));
  const find = (heard: Heard): { start: number; end: number; source: string } | undefined => {
    const match = EXPRESSIONS.get(heard)!.exec(excerpt);
    if (match === null) return undefined;
    const start = first.start + match.index;
    return { start, end: start + match[0].length, source: heard };
  };
  const rejects = find("rejects");
  const praises = find("praises");
  const error = find("error");
  const check = find("failed_check");
  const gap = praises === undefined ? undefined : find("gap");
  const spans = [praises, gap, rejects, error, check].filter((span) => span !== undefined);
  if (rejects === undefined && praises === undefined && error === undefined && check === undefined)
    return undefined;
  return {
    stance: stanceOf({ rejects, praises, gap, error, check }),
    weight: "strong",
    acknowledges: praises !== undefined,
    isSpecific: false,
    asksToRetry: false,
    evidence: spans.toSorted((a, b) => a.start - b.start || a.end - b.end),
    facts: {},
  };
}

function stanceOf(
  heard: Readonly<Record<"rejects" | "praises" | "gap" | "error" | "check", unknown>>,
): Stance {
  if (heard.praises !== undefined && (heard.gap ?? heard.error ?? heard.check) !== undefined)
    return "partly_accepts";
  if (heard.check !== undefined) return "reports_failed_check";
  if (heard.error !== undefined) return "reports_error";
  return heard.rejects === undefined ? "accepts" : "rejects";
}

/** Lower case without changing the length, and straight apostrophes. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return (lower.length === text.length ? lower : text).replaceAll("\u2019", "'");
}
