import { issuePath, valueAt } from "../json/issue-path.ts";
import type { z } from "zod";
import { EXPECTED_IN_ENTRY } from "./entry-schema.ts";

/** One thing that is wrong with entries that somebody wrote; the entry it is about does not count. */
export interface EntryProblem {
  /** From 1; 0 where it is about the whole text. */
  readonly line: number;
  /** The key it is about, written `comments[2]`; empty for the whole entry. */
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

/** One complaint of the schema in our words; unknown keys are named one by one. */
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
      message: `is not a key of an entry: expected only ${known.join(", ")}`,
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
      message: `${missing ? "is missing" : "does not fit"}: expected ${expected}`,
    },
  ];
}

const MAX_SHOWN = 60;
