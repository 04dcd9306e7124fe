import type { RefinementPlace } from "../../core/prompt/refinement-record.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { MAX_NAME } from "../../core/rule/rule.ts";

const NAMES = ["agent", "session", "run"] as const;

/** The agent, session and run that options or a line name, or what is wrong with one of them. */
export function readPlace(given: {
  readonly [Name in (typeof NAMES)[number]]?: unknown;
}): Result<RefinementPlace, string> {
  const place: Record<string, string> = {};
  for (const name of NAMES) {
    const value = given[name] ?? undefined;
    if (value === undefined) continue;
    const text = typeof value === "string" ? value.trim() : "";
    if (text === "" || text.length > MAX_NAME) {
      return fail(`${name}: expected a name of 1 to ${MAX_NAME} characters`);
    }
    place[name] = text;
  }
  return ok(place);
}
