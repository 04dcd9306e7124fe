import { MAX_RULE_TEXT } from "../text/limits.ts";
import { publishSchema, issuePath, valueAt } from "../json/json.ts";
import { z } from "zod";
import { codePoints } from "../text/code-points.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

/** In UTF-16 code units. */
const MAX_ENTRY_ID = 80;
const MAX_COMMENT = 2_000;
const MAX_FIX = 400;
const MAX_WORDINGS = 20;
const MAX_COMMENTS = 100;

/** Words and hyphens, so that no id can be taken for an option, a path or an inherited property. */
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const ruleText = z
  .string()
  .trim()
  .min(1)
  .refine((text) => codePoints(text) <= MAX_RULE_TEXT)
  .meta({ maxLength: MAX_RULE_TEXT });
const comment = z.string().trim().min(1).max(MAX_COMMENT);
const wordings = z.array(ruleText).max(MAX_WORDINGS);
const comments = z.array(comment).max(MAX_COMMENTS);

const opposite = z.strictObject({
  rule: ruleText.meta({ description: "The opposite rule." }),
  rules: wordings.default([]).meta({ description: "Other wordings of it." }),
  comments: comments.default([]).meta({ description: "What reviewers who ask for it say." }),
});

/** One line of a catalogue. Only `id`, `rule` and one comment are required. */
export const entrySchema = z.strictObject({
  id: z
    .string()
    .max(MAX_ENTRY_ID)
    .regex(ID)
    .meta({ description: "The name of the mistake, as in swallowed-exception." }),
  rule: ruleText.meta({ description: "What to do, as a one-line instruction." }),
  rules: wordings.default([]).meta({ description: "Other wordings, one of them with its reason." }),
  comments: comments.min(1).meta({ description: "What reviewers say about it, each in different words." }),
  fix: z.string().trim().max(MAX_FIX).default("").meta({ description: "How to fix it." }),
  opposite: opposite.nullable().default(null),
  lookalike_comments: comments.default([]).meta({ description: "Similar words about another mistake." }),
  lookalike_rules: wordings.default([]).meta({ description: "Similar words of another rule." }),
}) satisfies z.ZodType<CatalogueEntry>;

/** The expectation of each field, after "expected". */
const EXPECTED_IN_ENTRY: Readonly<Record<string, string>> = {
  id: `words of a-z and 0-9 with hyphens between them, at most ${MAX_ENTRY_ID} characters, as in swallowed-exception`,
  rule: `an instruction of 1 to ${MAX_RULE_TEXT} characters`,
  rules: `at most ${MAX_WORDINGS} texts of 1 to ${MAX_RULE_TEXT} characters`,
  comments: `1 to ${MAX_COMMENTS} texts of 1 to ${MAX_COMMENT} characters`,
  fix: `at most ${MAX_FIX} characters`,
  opposite: "{rule, rules?, comments?} or null",
  lookalike_comments: `at most ${MAX_COMMENTS} texts of 1 to ${MAX_COMMENT} characters`,
  lookalike_rules: `at most ${MAX_WORDINGS} texts of 1 to ${MAX_RULE_TEXT} characters`,
};

/** For completion and validation in editors. */
export const entryJsonSchema = (): Readonly<Record<string, unknown>> =>
  publishSchema(entrySchema, {
    id: "urn:emend:schema:catalogue-entry:1",
    title: "An entry of a catalogue",
    description: "One line of emend.catalogue.jsonl: a known mistake and the rule against it.",
  });

/** A problem with an entry, which is then ignored. */
export interface EntryProblem {
  /** From 1; 0 for the whole text. */
  readonly line: number;
  /** The key, as in `comments[2]`; empty for the whole entry. */
  readonly field: string;
  readonly code:
    | "unreadable"
    | "too_large"
    | "too_many"
    | "invalid_json"
    | "repeated_key"
    | "missing_key"
    | "unknown_key"
    | "invalid_value"
    | "repeated_text"
    | "duplicate_id";
  readonly message: string;
}

/** Translates a schema issue; unknown keys are listed one by one. */
export function toEntryProblems(
  issue: z.core.$ZodIssue,
  raw: unknown,
  line: number,
): readonly EntryProblem[] {
  const field = issuePath(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = field === "" ? Object.keys(EXPECTED_IN_ENTRY) : ["rule", "rules", "comments"];
    return issue.keys.map((key) => ({
      line,
      field: `${field === "" ? "" : `${field}.`}${key.slice(0, MAX_SHOWN)}`,
      code: "unknown_key",
      message: `is an unknown key: expected only ${known.join(", ")}`,
    }));
  }
  const names = issue.path.filter((key) => typeof key === "string");
  const expected = EXPECTED_IN_ENTRY[names.at(-1) ?? ""] ?? "a JSON object with id, rule and comments";
  const missing = valueAt(raw, issue.path) === undefined;
  return [
    {
      line,
      field,
      code: missing ? "missing_key" : "invalid_value",
      message: `${missing ? "is missing" : "is invalid"}: expected ${expected}`,
    },
  ];
}

const MAX_SHOWN = 60;
