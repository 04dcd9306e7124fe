import type { Signal, SignalFacts } from "../signal/signal.ts";
import { keyFact, keyLine, type GapName, cleanFact, quoteCode, quoteFactWords } from "./quote-fact.ts";

const MAX_READ_LENGTH = 4000;

const MAX_SENTENCES = 40;

const MAX_WISH_LENGTH = 160;

const MAX_ALTERNATIVES = 3;

const quotableOrAbsent = (text: string): string | undefined =>
  /\p{L}/u.test(text) && text.length <= MAX_WISH_LENGTH ? text : undefined;

const NOT_BEFORE = "(?<!\\bnot )(?<!n['’]t )(?<!\\bstop )(?<!\\bwhy )";

const SCOPES: readonly RegExp[] = [
  new RegExp(`${NOT_BEFORE}\\b(?:focus(?:ing)?|concentrate) (?:only |just |specifically )?on (.+)`, "i"),
  new RegExp(
    `${NOT_BEFORE}\\b(?:only|just) (?:(?:want|need|asked)(?:ed)? (?:you )?to (?:be |have )?\\w{1,20}|want(?:ed)?|need(?:ed)?|meant|asked for|asked about) (.+)`,
    "i",
  ),
  new RegExp(`${NOT_BEFORE}\\bonly (?:change|touch|edit|update|fix|review|look at|cover|include) (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b(?:limit|restrict|confine) (?:it|this|that|yourself) to (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b(?:stick to|nothing but) (.+)`, "i"),
];

const MEANS = "(?:use|try|using|trying|take|go with|going with|switch to|consider|considering|do)";

const ALTERNATIVES: readonly RegExp[] = [
  new RegExp(`\\b${MEANS} either (.{2,100}?) or (.{2,100})`, "i"),
  new RegExp(`\\b(?:instead|rather than) (?:of )?[^,]{1,100}, (?:please )?${MEANS} (.+)`, "i"),
  new RegExp(`\\binstead,? (?:please )?${MEANS} (.+)`, "i"),
  new RegExp(`${NOT_BEFORE}\\b${MEANS} (.{2,100}?) instead\\b`, "i"),
  new RegExp(`\\b(?:how about|what about|have you (?:tried|considered)) (?:${MEANS} )?(.+)`, "i"),
  new RegExp(`\\b(?:why not|you could(?: also)?|could you|alternatively,?|maybe|perhaps) ${MEANS} (.+)`, "i"),
];

const OBLIGATION =
  /\b(?:must(?: not|n['’]t)?|should(?: not|n['’]t)?|(?<!\bI )(?:has to|have to|needs? to)|no more than|at most|at least)\b|^(?:please |just |and |but )?(?:do not|don['’]t|never|always|keep|avoid|make sure|ensure|use)\b/i;

const CLAUSE_END =
  /[,;:–—?]|\s(?:because|but|instead|rather than|not|so|and not|please|since|when|which|if|then|for now|and (?:use|try|make|do|fix|add|remove|then|please|don['’]t))\b/i;

/** Words that refer to something without naming it. */
const PRONOUN_ONLY =
  /^(?:it|this|that|them|these|those|one|something|anything|again|harder|once more|better|more|nothing|)$|^(?:again|harder|to|you|me|a bit)\b/i;

const MAX_TESTS = 10;

/** The text for a template's gap; undefined if the feedback does not provide it. */
export function fillGap(gap: GapName, signal: Signal, feedback: string): string | undefined {
  const { facts } = signal;
  switch (gap) {
    case "error_message":
      return describeError(facts, quoteFactWords(keyLine(feedback, signal)));
    case "detected_framework":
      return describePlatform(facts);
    case "test_description":
      return describeTests(facts) ?? describeCheck(facts, quoteFactWords(keyLine(feedback, signal)));
    case "expected_behavior":
      return describeExpectation(facts);
    case "clarification_prompt":
      return describeGoal(facts, feedback);
    case "narrowed_scope":
      return quoteFactWords(readStatedWishes(feedback).scope);
    case "alternatives":
      return joinList(
        readStatedWishes(feedback).alternatives.flatMap((each) => quoteFactWords(each) ?? []),
        "or",
      );
    case "gap_description":
      return describeGap(facts, feedback);
    case "constraint":
      return describeConstraint(facts, feedback);
    case "issue":
      return describeGap(facts, feedback) === undefined ? undefined : "this";
  }
}

function describeError(
  { error_type, error_message, exit_code, file, line }: SignalFacts,
  fallback: string | undefined,
): string | undefined {
  const type = cleanFact(error_type);
  const message = cleanFact(error_message);
  const named = message.includes(type) ? message : `${type}: ${message}`.replace(/: $/, "");
  const error = quoteCode(named) ?? fallback;
  const exit = exitCode(exit_code);
  if (error === undefined) return exit === undefined ? undefined : `that ended the run with ${exit}`;
  const details = [formatLocation(file, line), exit].filter((detail) => detail !== undefined);
  return details.length === 0 ? error : `${error} (${details.join("; ")})`;
}

function formatLocation(file: string | undefined, line: number | undefined): string | undefined {
  const path = quoteCode(file);
  if (path === undefined) return undefined;
  return line !== undefined && Number.isSafeInteger(line) && line > 0 ? `${path}, line ${line}` : path;
}

const exitCode = (code: number | undefined): string | undefined =>
  code !== undefined && Number.isSafeInteger(code) && code !== 0 ? `exit code ${code}` : undefined;

function describePlatform({ framework, language }: SignalFacts): string | undefined {
  const names = [language, framework].map(displayName).filter((name) => name !== undefined);
  return joinList([...new Set(names)], "and");
}

/** Plain names are used as they are; anything else is quoted. */
function displayName(name: string | undefined): string | undefined {
  const clean = cleanFact(name);
  return DISPLAY_NAMES[clean.toLowerCase()] ?? (PLAIN_NAME.test(clean) ? clean : quoteCode(clean));
}

const PLAIN_NAME = /^[A-Z][\w.+#-]{1,29}(?: \d[\d.]{0,9})?$/;
const DISPLAY_NAMES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  c: "C",
  "c#": "C#",
  "c++": "C++",
  csharp: "C#",
  dart: "Dart",
  elixir: "Elixir",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  node: "Node.js",
  "node.js": "Node.js",
  perl: "Perl",
  php: "PHP",
  python: "Python",
  ruby: "Ruby",
  rust: "Rust",
  scala: "Scala",
  sql: "SQL",
  swift: "Swift",
  typescript: "TypeScript",
}) as Record<string, string>;

function describeTests({ failing_tests = [], framework, error_message }: SignalFacts): string | undefined {
  const names = [...new Set(failing_tests.slice(0, 1000).flatMap((name) => quoteCode(name) ?? []))];
  if (names.length === 0) return undefined;
  const more = names.length - MAX_TESTS;
  const shown = joinList(more > 0 ? [...names.slice(0, MAX_TESTS), `${more} more`] : names, "and");
  const runner = displayName(framework);
  const kind = runner === undefined ? "" : `${runner} `;
  const tests = names.length === 1 ? `the ${kind}test ${shown}` : `these ${kind}tests: ${shown}`;
  const message = quoteCode(error_message);
  if (message === undefined) return tests;
  return names.length === 1
    ? `${tests}, which failed with ${message}`
    : `${tests}; the failure reads ${message}`;
}

function describeCheck(
  { error_type, error_message, framework, exit_code, file, line }: SignalFacts,
  fallback: string | undefined,
): string | undefined {
  const message = quoteCode(error_message ?? error_type) ?? fallback;
  const tool = displayName(framework);
  const at = formatLocation(file, line);
  const exit = exitCode(exit_code);
  if (message !== undefined) {
    const check = tool === undefined ? "the check" : `the ${tool} check`;
    return `${check} that reported ${message}${at === undefined ? "" : ` (${at})`}`;
  }
  if (tool !== undefined) return `the ${tool} check${exit === undefined ? "" : `, which ended with ${exit}`}`;
  return exit === undefined ? undefined : `the check that ended with ${exit}`;
}

function describeExpectation({ expected, actual }: SignalFacts): string | undefined {
  const wanted = quoteCode(expected);
  const got = quoteCode(actual);
  if (wanted === undefined) return undefined;
  return got === undefined || got === wanted ? wanted : `${wanted}, where the last attempt gave ${got}`;
}

function describeGoal({ clarification, gap }: SignalFacts, feedback: string): string | undefined {
  const { scope = "", alternatives } = readStatedWishes(feedback);
  return quoteFactWords(keyFact(clarification ?? gap, feedback, [scope, ...alternatives]));
}

function describeGap({ gap, clarification }: SignalFacts, feedback: string): string | undefined {
  const elsewhere = readStatedWishes(feedback).constraints.slice(0, 1);
  return quoteFactWords(keyFact(gap ?? clarification, feedback, elsewhere));
}

/** Ignores a condition that only repeats the gap. */
function describeConstraint(facts: SignalFacts, feedback: string): string | undefined {
  const gap = bare(describeGap(facts, feedback));
  const candidates = [
    facts.gap === undefined ? undefined : facts.clarification,
    ...readStatedWishes(feedback).constraints,
  ];
  return candidates
    .map((candidate) => quoteFactWords(candidate))
    .find(
      (candidate) => candidate !== undefined && !gap.includes(bare(candidate)) && !within(gap, candidate),
    );
}

const bare = (quoted: string | undefined): string => (quoted ?? "").replace(/[“”]/g, "").toLowerCase();
const within = (gap: string, candidate: string): boolean => gap !== "" && bare(candidate).includes(gap);

function joinList(items: readonly string[], joint: "and" | "or"): string | undefined {
  if (items.length <= 1) return items[0];
  return `${items.slice(0, -1).join(", ")} ${joint} ${items.at(-1)}`;
}

/** What a person's feedback says explicitly about how to continue. */
interface StatedWishes {
  readonly scope: string | undefined;
  readonly alternatives: readonly string[];
  readonly constraints: readonly string[];
}

/** Reads the scope, the alternatives and the conditions that the feedback states. */
export function readStatedWishes(feedback: string): StatedWishes {
  const sentences = sentencesOf(feedback.slice(0, MAX_READ_LENGTH));
  const alternatives = sentences.flatMap(alternativesOf);
  return {
    scope: firstOf(sentences, scopeOf),
    alternatives: [...new Set(alternatives)].slice(0, MAX_ALTERNATIVES),
    constraints: sentences.flatMap((sentence) => constraintOf(sentence) ?? []),
  };
}

/** Splits at line breaks and sentence ends, but not at dots within names and numbers. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+|(?<=[.!?;])\s+/)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => cleanFact(sentence))
    .filter((sentence) => sentence !== "" && sentence.length <= 300);
}

function scopeOf(sentence: string): string | undefined {
  return firstOf(SCOPES, (pattern) => phrase(pattern.exec(sentence)?.[1]));
}

function alternativesOf(sentence: string): readonly string[] {
  for (const pattern of ALTERNATIVES) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    const found = match.slice(1).flatMap((text) => phrase(text) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

function constraintOf(sentence: string): string | undefined {
  if (sentence.endsWith("?")) return undefined;
  const clauses = sentence.split(/,\s+|\s+(?:but|however|except that)\s+/i);
  const clause = clauses.find((each) => OBLIGATION.test(each));
  const stated = clause?.replace(/^(?:(?:but|and|please|just|so|also|the (?:only|one) thing is)\s+)+/i, "");
  return stated === undefined || stated.split(" ").length < 3 ? undefined : quotableOrAbsent(stated);
}

/** The thing itself, without the following clause. */
function phrase(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [head = ""] = text.split(CLAUSE_END);
  const thing = head.replace(/[\s.!?,;:]{1,20}$/, "").trim();
  return PRONOUN_ONLY.test(thing) ? undefined : quotableOrAbsent(thing);
}

function firstOf<T, R>(values: readonly T[], read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
