import { z } from "zod";
import { parseCheck, type Check } from "./check.ts";
import { MAX_NAME, RULE_ID, type RuleScope } from "../rule/rule.ts";
import { matchesGlob } from "../rule/glob.ts";
import { CHECK_ID, presentCheckVersion, type RuleCheck, type RunningState } from "./rule-check.ts";
import type { ActiveRule } from "../rule/select-rules.ts";

/** A check that runs, with what its hits say: all that a command or a hook needs, wherever it comes from. */
export interface ActiveCheck {
  readonly check_id: string;
  readonly version: number;
  readonly state: RunningState;
  readonly rule_id: string;
  /** The text of the rule. */
  readonly rule: string;
  readonly scope: RuleScope;
  readonly check: Check;
  /** A correction to show beside a hit. */
  readonly example: { readonly before: string; readonly after: string } | null;
  /** Whether its fix makes of every example what people made of it. */
  readonly may_fix: boolean;
}

/** Longer examples are not shown: an agent has to find the mistake in them at a glance. */
const MAX_EXAMPLE = 600;

/** A running check with its rule, which has to be in force. */
export function toActiveCheck(check: RuleCheck, rule: ActiveRule, mayFix: boolean): ActiveCheck | undefined {
  if (check.running === null || check.state === "drafted" || check.state === "retired") return undefined;
  const { version, examples, check: runs } = presentCheckVersion(check);
  const shown = examples
    .filter(
      ({ isHit, before, after }) => isHit && before.length <= MAX_EXAMPLE && after.length <= MAX_EXAMPLE,
    )
    .toSorted((a, b) => a.before.length + a.after.length - b.before.length - b.after.length)[0];
  return {
    check_id: check.id,
    version,
    state: check.state,
    rule_id: rule.rule_id,
    rule: rule.text,
    scope: rule.scope,
    check: runs,
    example: shown === undefined ? null : { before: shown.before, after: shown.after },
    may_fix: mayFix,
  };
}

const schema = z.object({
  check_id: z.string().regex(CHECK_ID),
  version: z.int().min(1),
  state: z.enum(["watching", "nudging", "blocking"]),
  rule_id: z.string().regex(RULE_ID),
  rule: z.string().max(10_000),
  scope: z.object({
    agents: z.array(z.string().max(MAX_NAME)).max(1_000),
    paths: z.array(z.string().max(256)).max(100),
  }),
  check: z.unknown(),
  example: z
    .object({ before: z.string().max(MAX_EXAMPLE), after: z.string().max(MAX_EXAMPLE) })
    .nullable()
    .default(null),
  may_fix: z.boolean().default(false),
});

/** A check from a server or a file, or undefined if it is not one that this Emend runs. */
export function parseActiveCheck(value: unknown): ActiveCheck | undefined {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return undefined;
  const check = parseCheck(parsed.data.check);
  return check === undefined ? undefined : { ...parsed.data, check };
}

/** Whether a check's rule is about this file. */
export const appliesTo = ({ scope }: Pick<ActiveCheck, "scope">, path: string): boolean =>
  scope.paths.length === 0 || scope.paths.some((glob) => matchesGlob(glob, path));
