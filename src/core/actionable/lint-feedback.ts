import { defined } from "../defined.ts";
import {
  type ActionableFeedback,
  ActionableFeedbackSchema,
  type FeedbackItem,
  FeedbackItemSchema,
  isFit,
  type Violation,
} from "./actionable-feedback.ts";
import { type Coercion, coerceLocation } from "./coerce-location.ts";
import { isRecord, lintItemWording } from "./lint-item.ts";
import { schemaViolations } from "./schema-violations.ts";
import { computeVerdict } from "./verdict.ts";
import { type CommentJudgement, judgeComment } from "./judge-comment.ts";

const PATH = "text";

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

/** The violation for each refusal. */
const REFUSALS = {
  advisory_wording: {
    code: "advisory_wording",
    message: (phrase) => `the change is hedged${phrase}, so the reader cannot tell whether to make it`,
    hint: 'say it as an instruction: "Rename x to y" instead of "maybe rename x"',
  },
  vague_directive: {
    code: "no_concrete_action",
    message: (phrase) => `it asks for something${phrase} without saying which change to make`,
    hint: 'say what to change into what: "Extract the retry loop into retry()" instead of "clean this up"',
  },
  not_feedback: {
    code: "not_feedback",
    message: (phrase) => `it answers, thanks or praises${phrase}; there is nothing to change`,
    hint: "leave it out, or say what is wrong and which change to make",
  },
  question_only: {
    code: "no_concrete_action",
    message: () => "it asks a question and does not say what to change",
    hint: 'say what to change if the answer is what you expect: "Close the socket here; the retry opens a new one"',
  },
  diagnosis_only: {
    code: "no_concrete_action",
    message: () => "it does not say what to change",
    hint: 'add the change to make: "… ; return an empty list instead"',
  },
} as const satisfies Record<
  Refusal,
  { code: Violation["code"]; message: (phrase: string) => string; hint: string }
>;

/** Comments with fewer words say nothing specific: "hmm", "Code style". */
const SPECIFIC_WORDS = 4;

const VAGUE: Violation = {
  code: "vague_issue",
  severity: "error",
  path: PATH,
  message: "it does not say what exactly is wrong",
  hint: "name the thing and what it does wrong",
};

const shorten = (phrase: string): string => (phrase.length > 60 ? `${phrase.slice(0, 57)}...` : phrase);

export interface LintOptions {
  /** Also requires a score in every item. */
  readonly strict?: boolean;
  /** The same issue occurred in 3 of the last 5 rounds; see `findRepeatedIssues`. */
  readonly repeated?: boolean;
}

interface Lint {
  readonly actionable: boolean;
  /** Each violation has its path from the top of the input. */
  readonly violations: readonly Violation[];
  /** Changes made to the input before linting. */
  readonly diagnostics: readonly Coercion[];
}

export interface DocumentLint extends Lint {
  readonly kind: "document";
  /** The document after coercion, if it fits the schema. */
  readonly document?: ActionableFeedback;
  readonly items: readonly {
    readonly index: number;
    readonly actionable: boolean;
    readonly violations: readonly Violation[];
  }[];
}

export interface ItemLint extends Lint {
  readonly kind: "item";
  readonly item?: FeedbackItem;
}

export interface CommentLint extends Lint {
  readonly kind: "comment";
}

export interface UnknownLint extends Lint {
  readonly kind: "unknown";
}

export type FeedbackLint = DocumentLint | ItemLint | CommentLint | UnknownLint;

/** Longer reports are truncated, and say so. */
const MAX_VIOLATIONS = 1000;

/**
 * Checks whether feedback can be acted on. Takes a document, one item, or a comment (a text, or `{text,
 * location?}`). Any other input gets `unknown_input`.
 */
export function lintFeedback(input: unknown, options: LintOptions = {}): FeedbackLint {
  if (typeof input === "string") return commentLint(input, undefined);
  if (!isRecord(input)) return UNKNOWN;
  if (DOCUMENT_KEYS.some((key) => Object.hasOwn(input, key))) return lintDocument(input, options);
  if (ITEM_KEYS.some((key) => Object.hasOwn(input, key))) return lintItem(input, options);
  if (typeof input["text"] === "string") return commentLint(input["text"], input["location"]);
  return UNKNOWN;
}

const DOCUMENT_KEYS = ["feedback_items", "overall_assessment", "iteration"];
const ITEM_KEYS = ["issue", "suggestion", "aspect"];

const UNKNOWN: UnknownLint = {
  kind: "unknown",
  actionable: false,
  diagnostics: [],
  violations: [
    {
      code: "unknown_input",
      severity: "error",
      path: "",
      message: "this is neither an actionable-feedback document, nor an item, nor a comment",
      hint: "give a document with feedback_items, an item with issue and suggestion, or {text, location?}",
    },
  ],
};

function commentLint(text: string, location: unknown): CommentLint {
  const violations = lintComment(text, location);
  return { kind: "comment", actionable: isFit(violations), violations, diagnostics: [] };
}

function lintItem(input: Readonly<Record<string, unknown>>, options: LintOptions): ItemLint {
  const { value, coercions } = coerceLocation(input, "");
  const parsed = FeedbackItemSchema.safeParse(value, { reportInput: true });
  const violations = bounded([
    ...(parsed.success ? [] : schemaViolations(parsed.error.issues, "")),
    ...lintItemWording(value, "", options.strict === true),
  ]);
  return {
    kind: "item",
    actionable: isFit(violations),
    violations,
    diagnostics: coercions,
    ...(parsed.success ? { item: parsed.data } : {}),
  };
}

function lintDocument(input: Readonly<Record<string, unknown>>, options: LintOptions): DocumentLint {
  const inputItems: readonly unknown[] = Array.isArray(input["feedback_items"])
    ? input["feedback_items"]
    : [];
  const coerced = inputItems.map((item, index) => coerceLocation(item, `feedback_items[${index}]`));
  const value = Array.isArray(input["feedback_items"])
    ? { ...input, feedback_items: coerced.map((item) => item.value) }
    : input;
  const parsed = ActionableFeedbackSchema.safeParse(value, { reportInput: true });
  const shape = parsed.success ? [] : schemaViolations(parsed.error.issues, "");
  const byItem = groupByItem(shape);
  const items = coerced.map((item, index) => {
    const own = [
      ...(byItem.get(index) ?? []),
      ...lintItemWording(item.value, `feedback_items[${index}]`, options.strict === true),
    ];
    return { index, actionable: isFit(own), violations: own };
  });
  const violations = bounded([
    ...(byItem.get(undefined) ?? []),
    ...items.flatMap((item) => item.violations),
    ...(parsed.success ? verdictViolations(parsed.data, options) : []),
  ]);
  return {
    kind: "document",
    actionable: isFit(violations),
    violations,
    diagnostics: coerced.flatMap((item) => item.coercions),
    items,
    ...(parsed.success ? { document: parsed.data } : {}),
  };
}

const ITEM_PATH = /^feedback_items\[(\d+)\]/;

function groupByItem(
  violations: readonly Violation[],
): ReadonlyMap<number | undefined, readonly Violation[]> {
  return Map.groupBy(violations, ({ path }) => {
    const index = ITEM_PATH.exec(path)?.[1];
    return index === undefined ? undefined : Number(index);
  });
}

function verdictViolations(document: ActionableFeedback, options: LintOptions): readonly Violation[] {
  const { score, confidence, verdict } = document.overall_assessment;
  const answer = computeVerdict({
    items: document.feedback_items,
    score,
    iteration: document.iteration,
    ...defined({ confidence, repeated: options.repeated }),
  });
  if (answer.allowed.includes(verdict)) return [];
  return [
    {
      code: "verdict_mismatch",
      severity: "error",
      path: "overall_assessment.verdict",
      message: `the verdict is "${verdict}", but ${answer.reason}`,
      phrase: verdict,
      span: { start: 0, end: verdict.length },
      hint: `write "${answer.verdict}", or correct the items, the score or the confidence it follows from`,
    },
  ];
}

function bounded(violations: readonly Violation[]): readonly Violation[] {
  if (violations.length <= MAX_VIOLATIONS) return violations;
  const more: Violation = {
    code: "too_many_violations",
    severity: "error",
    path: "",
    message: `${violations.length - MAX_VIOLATIONS} more violations are not shown`,
    hint: "fix the first ones and check again",
  };
  return [...violations.slice(0, MAX_VIOLATIONS), more];
}

function lintComment(text: string, location: unknown): readonly Violation[] {
  const notes = isLocated(location) ? [] : [UNKNOWN_LOCATION];
  if (text.trim() === "") return [EMPTY, ...notes];
  const judgement = judgeComment(text);
  return judgement.actionable ? notes : [...violationsOf(text, judgement), ...notes];
}

function isLocated(location: unknown): boolean {
  if (typeof location === "string") return location.trim() !== "";
  if (typeof location !== "object" || location === null) return false;
  const { reference } = location as { reference?: unknown };
  return typeof reference === "number" || (typeof reference === "string" && reference.trim() !== "");
}

type Refusal = Exclude<CommentJudgement["reason"], "states_change" | "only_possible_fix">;

function violationsOf(text: string, { reason, span }: CommentJudgement): readonly Violation[] {
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
