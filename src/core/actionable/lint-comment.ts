import { type Judgement, judgeComment } from "./judge-comment.ts";
import type { Violation } from "./violation.ts";

const PATH = "text";

/** The violations of a bare comment, judged by its words alone. */
export function lintComment(text: string, location: unknown): readonly Violation[] {
  const notes = isLocated(location) ? [] : [UNKNOWN_LOCATION];
  if (text.trim() === "") return [EMPTY, ...notes];
  const judgement = judgeComment(text);
  return judgement.actionable ? notes : [...violationsOf(text, judgement), ...notes];
}

const UNKNOWN_LOCATION: Violation = {
  code: "location_unknown",
  severity: "note",
  path: "location",
  message: "the comment does not say where the problem is",
  hint: 'give its file and line as location, such as {"type": "line", "reference": "42"}',
};

const EMPTY: Violation = {
  code: "not_feedback",
  severity: "error",
  path: PATH,
  message: "the comment is empty",
  hint: "say what is wrong, where, and which change to make",
};

function isLocated(location: unknown): boolean {
  if (typeof location === "string") return location.trim() !== "";
  if (typeof location !== "object" || location === null) return false;
  const { reference } = location as { reference?: unknown };
  return typeof reference === "number" || (typeof reference === "string" && reference.trim() !== "");
}

type Refusal = Exclude<Judgement["reason"], "states_change" | "only_possible_fix">;

/** What each refusal means to the writer. */
const REFUSALS = {
  advisory_wording: {
    code: "advisory_wording",
    message: (phrase) => `the change is hedged${phrase}: the reader cannot tell whether to make it`,
    hint: 'say it as an instruction: "Rename x to y" instead of "maybe rename x"',
  },
  vague_directive: {
    code: "no_concrete_action",
    message: (phrase) => `it asks for something${phrase} without saying which change would do`,
    hint: 'say what to change into what: "Extract the retry loop into retry()" instead of "clean this up"',
  },
  not_feedback: {
    code: "not_feedback",
    message: (phrase) => `it answers, thanks or praises${phrase}; there is nothing to change`,
    hint: "leave it out, or say what is wrong and which change to make",
  },
  question_only: {
    code: "no_concrete_action",
    message: () => "it asks a question and states no change",
    hint: 'say what to change if the answer is what you expect: "Close the socket here; the retry opens a new one"',
  },
  diagnosis_only: {
    code: "no_concrete_action",
    message: () => "it states no change: what to do about it is left open",
    hint: 'add the change to make: "… ; return an empty list instead"',
  },
} as const satisfies Record<
  Refusal,
  { code: Violation["code"]; message: (phrase: string) => string; hint: string }
>;

/** Too little is said for anything to be wrong: "hmm", "Code style". */
const SPECIFIC_WORDS = 4;

function violationsOf(text: string, { reason, span }: Judgement): readonly Violation[] {
  if (reason === "states_change" || reason === "only_possible_fix") return [];
  const refusal = REFUSALS[reason];
  const phrase = span === undefined ? undefined : text.slice(span.start, span.end);
  const shown = phrase === undefined ? "" : ` ("${shorten(phrase)}")`;
  const violation: Violation = {
    code: refusal.code,
    severity: "error",
    path: PATH,
    message: refusal.message(shown),
    ...(phrase === undefined || span === undefined ? {} : { phrase, span }),
    hint: refusal.hint,
  };
  const vague = reason === "diagnosis_only" && text.split(/\s+/, SPECIFIC_WORDS + 1).length < SPECIFIC_WORDS;
  return vague ? [VAGUE, violation] : [violation];
}

const VAGUE: Violation = {
  code: "vague_issue",
  severity: "error",
  path: PATH,
  message: "it does not say what exactly is wrong",
  hint: "name the thing and what it does wrong",
};

const shorten = (phrase: string): string => (phrase.length > 60 ? `${phrase.slice(0, 57)}...` : phrase);
