import { checkFiles } from "../app/check/check-files.ts";
import { openSyntax } from "../compose/drivers.ts";
import { once } from "../compose/ports.ts";
import type { ActiveCheck } from "../core/check/active-check.ts";
import { hash64 } from "../core/hash.ts";

type Runner = ReturnType<typeof checkFiles>;

/** Projects whose checks stay prepared in the attendant. */
const MOST_KEPT = 10;

const syntax = once(openSyntax);
const runners = new Map<string, Runner>();

/** Runs these checks. A process that answers several edits prepares them once, and loads the grammar of a language once. */
export function runnerFor(checks: readonly ActiveCheck[]): Runner {
  const key = hash64(
    JSON.stringify(
      checks.map(({ check_id, version, rule_id, check }) => [check_id, version, rule_id, check]),
    ),
  );
  let runner = runners.get(key);
  if (runner === undefined) {
    if (runners.size >= MOST_KEPT) runners.clear();
    runners.set(key, (runner = checkFiles({ syntax })));
  }
  return runner;
}
