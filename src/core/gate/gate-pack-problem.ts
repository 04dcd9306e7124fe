import { issuePath, valueAt } from "../json/issue-path.ts";
import type { z } from "zod";
import { GATE_ROUTES, GATE_SEVERITIES } from "./gate.ts";

/** One thing that is wrong with a pack file. */
export interface PackProblem {
  /** The key it is about, written `gates[3].route`; empty for the whole file. */
  readonly path: string;
  readonly code:
    | "invalid_json"
    | "too_large"
    | "missing_key"
    | "unknown_key"
    | "invalid_value"
    | "unrouted_tag"
    | "duplicate_tag"
    | "route_mismatch"
    | "unknown_pack"
    | "unknown_fallback"
    | "reserved_name";
  readonly expected: string;
  readonly message: string;
}

export const packProblem = (
  path: string,
  code: PackProblem["code"],
  what: string,
  expected: string,
): PackProblem => ({ path, code, expected, message: `${path || "the pack"} ${what}: expected ${expected}` });

/** One complaint of the schema in our words; unknown keys are named one by one. */
export function toPackProblem(issue: z.core.$ZodIssue, raw: unknown): readonly PackProblem[] {
  const path = issuePath(issue.path);
  const key = issue.path.at(-1);
  if (issue.code === "unrecognized_keys") {
    const inGate = typeof key === "number";
    const expected = `only the keys ${(inGate ? GATE_KEYS : PACK_KEYS).join(", ")}`;
    return issue.keys.map((name) =>
      packProblem(path === "" ? name : `${path}.${name}`, "unknown_key", "is not a key of a pack", expected),
    );
  }
  const expected = (typeof key === "string" ? EXPECTED[key] : undefined) ?? "a JSON object";
  const missing = valueAt(raw, issue.path) === undefined;
  const code = key === "route" ? "unrouted_tag" : missing ? "missing_key" : "invalid_value";
  return [packProblem(path, code, missing ? "is missing" : "does not fit", expected)];
}

const GATE_KEYS = ["tag", "gate", "description", "fix", "severity", "auto_fixable", "route"];
const PACK_KEYS = ["name", "description", "extends", "fallback_tag", "gates"];

const EXPECTED: Readonly<Record<string, string>> = {
  name: "a letter and up to 63 more of a-z, 0-9 and -",
  description: "one line of 1 to 400 characters without <!--",
  extends: "the name of a built-in pack",
  fallback_tag: "the tag of one of the pack's gates",
  gates: "an array of at most 500 gates",
  tag: "a letter and up to 63 more of a-z, 0-9 and _",
  gate: "one line of 1 to 80 characters without <!--",
  fix: "one line of 1 to 1000 characters without <!--",
  severity: `one of ${GATE_SEVERITIES.join(", ")}`,
  auto_fixable: "true or false",
  route: `one of ${GATE_ROUTES.join(", ")}`,
};
