export const CRITERION_IDS = [
  "task",
  "target",
  "context",
  "constraints",
  "output",
  "verification",
  "evidence",
  "scope",
  "clarity",
] as const;

export type CriterionId = (typeof CRITERION_IDS)[number];

/** One line of the rubric. */
export interface Criterion {
  readonly id: CriterionId;
  /** What the reader of the prompt gains by it. */
  readonly purpose: string;
  readonly points: number;
  /** How it is judged. */
  readonly judged: string;
  /** What to write to earn it. */
  readonly hint: string;
}

/** The score a refinement aims for. */
export const TARGET_SCORE = 7;

/**
 * Ten points in all. Each criterion is earned by presence, once, wherever it is found: length earns nothing,
 * saying the same again earns nothing, and more content never loses a point except by vague or opposed words.
 * Words are judged in English; paths, code and quotations in any language.
 */
export const PROMPT_RUBRIC: readonly Criterion[] = [
  {
    id: "task",
    purpose: "says what is to be done",
    points: 2,
    judged: "a sentence that tells someone to do something: it opens with a verb, or asks for one",
    hint: "open with a verb: fix, write, compare, …",
  },
  {
    id: "target",
    purpose: "names what it is about",
    points: 1,
    judged: "a path, a code identifier, a proper name, a quotation, or a named part of the work",
    hint: "name the file, the function, the page or the subject",
  },
  {
    id: "context",
    purpose: "gives the situation or the reason",
    points: 1,
    judged: "words that give a reason, a role, a goal or the present state",
    hint: "say why it is wanted, or how things stand now",
  },
  {
    id: "constraints",
    purpose: "says what has to hold",
    points: 1,
    judged: "an obligation, a prohibition, a limit or a compatibility",
    hint: "say what must, or must not, be so",
  },
  {
    id: "output",
    purpose: "says what the answer looks like",
    points: 1,
    judged: "a format, a size, or the behavior that is expected",
    hint: "say in what form the answer is wanted, or what the result does",
  },
  {
    id: "verification",
    purpose: "says how to tell that it is done",
    points: 1,
    judged: "a test, a check or a condition for being done",
    hint: "name the test to pass or the check to run",
  },
  {
    id: "evidence",
    purpose: "shows the real thing",
    points: 1,
    judged: "a fenced block, an error, an example or sample values",
    hint: "paste the error, an example or a sample of the input",
  },
  {
    id: "scope",
    purpose: "says where to stop",
    points: 1,
    judged: "words that narrow the work or protect the rest of it",
    hint: "say what to leave alone, or what alone to work on",
  },
  {
    id: "clarity",
    purpose: "leaves nothing to guess",
    points: 1,
    judged: "a task is stated, without vague words and without asking for both brevity and detail",
    hint: "replace words such as “something”, “properly” or “etc.” by what is meant",
  },
];
