import { daysAfter } from "../time/time.ts";
import { readsLanguage } from "./reads-language.ts";
import { languageOfPath } from "./language-of-path.ts";
import { presentCheckVersion, type RuleCheck } from "./rule-check.ts";

/**
 * A check that ran in an agent's hook within so many days stands in for the text of its rule. After a longer pause the hook may
 * be switched off, so the agent is given the text again.
 */
const ALIVE_DAYS = 7;

/** From when on a check has to have run to be alive. */
export const aliveSince = (now: string): string => daysAfter(now, -ALIVE_DAYS);

/** Who is to work on what. */
export interface EnforcedQuestion {
  /** All of them have to have the check in their hook. */
  readonly agents: readonly string[];
  /** The files that the work touches, all of which some check of the rule has to read; empty if they are unknown. */
  readonly files: readonly string[];
}

/**
 * The rules whose text these agents need not be given, because a check tells them of the mistake or stops it. `runs` are the
 * hooks in which checks ran since `aliveSince`.
 */
export function enforcedRules(
  checks: readonly RuleCheck[],
  runs: readonly { readonly check_id: string; readonly agent: string }[],
  { agents, files }: EnforcedQuestion,
): ReadonlySet<string> {
  const byCheck = Map.groupBy(runs, ({ check_id }) => check_id);
  const isAlive = ({ id }: RuleCheck): boolean => {
    const hooks = new Set((byCheck.get(id) ?? []).map(({ agent }) => agent));
    return agents.length > 0 && agents.every((agent) => hooks.has(agent));
  };
  const alive = checks.filter(
    (check) =>
      check.running !== null && (check.state === "nudging" || check.state === "blocking") && isAlive(check),
  );
  const covered = Array.from(Map.groupBy(alive, ({ rule_id }) => rule_id)).filter(([, own]) =>
    files.every((file) => own.some((check) => reads(check, file))),
  );
  return new Set(covered.map(([rule]) => rule));
}

function reads(ruleCheck: RuleCheck, path: string): boolean {
  const { check } = presentCheckVersion(ruleCheck);
  return readsLanguage(check, languageOfPath(path));
}
