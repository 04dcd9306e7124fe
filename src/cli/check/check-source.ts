import type { CheckedFiles } from "../../app/check/check-files.ts";
import { parseActiveCheck, type ActiveCheck } from "../../core/check/active-check.ts";
import { fieldOf } from "../../core/json/json.ts";
import { ok, fail, type Result } from "../../core/result.ts";

/** The file with checks that a repository may have. */
export const CHECKS_FILE = "emend-checks.json";

/** Where checks come from, and where their hits go. */
export interface CheckSource {
  readonly checks: readonly ActiveCheck[];
  /** What it is to the user, such as the store. */
  readonly from: string;
  /** Absent if nobody keeps the hits. */
  readonly report?: (checked: CheckedFiles) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const CHECKS_FILE_SCHEMA = 1;
const MOST_CHECKS = 2_000;

/** Reads a file of checks. One that this version of Emend does not run is an error: a file that is half read would let mistakes through. */
export function readChecksFile(text: string): Result<readonly ActiveCheck[], string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail("it is not JSON");
  }
  const checks = fieldOf(value, "checks");
  if (fieldOf(value, "schema") !== CHECKS_FILE_SCHEMA || !Array.isArray(checks))
    return fail(`expected {"schema": ${CHECKS_FILE_SCHEMA}, "checks": […]}`);
  if (checks.length > MOST_CHECKS) return fail(`it has ${checks.length} checks; the limit is ${MOST_CHECKS}`);
  const parsed = checks.map(parseActiveCheck);
  const bad = parsed.indexOf(undefined);
  return bad < 0
    ? ok(parsed.filter((one) => one !== undefined))
    : fail(`checks[${bad}] is not a check that this version of Emend runs`);
}
