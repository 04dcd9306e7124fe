import { fail, ok, type Result } from "../result.ts";
import { renderRuleLine } from "../rule/render-rules.ts";
import type { Rule, RuleVersion } from "../rule/rule.ts";
import { type BlockProblem, findBlock } from "./managed-block.ts";
import { guardReferences } from "./render-body.ts";
import { isManagedFile } from "./targets.ts";

/** The version of a rule that a line states. */
export interface RuleOfLine {
  readonly rule_id: string;
  readonly version: number;
  readonly status: RuleVersion["status"];
  readonly proposed_by: string;
  readonly approvals: RuleVersion["approvals"];
  readonly in_force_since: string | null;
  /** The number of corrections that speak for it. */
  readonly corrections: number;
}

export interface RuleLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /**
   * `rule` states a rule; `emend` is a heading or marker that Emend wrote; `changed` is in Emend's part, but no approved rule
   * says it; `other` was not written by Emend.
   */
  readonly from: "rule" | "emend" | "changed" | "other";
  /** Null for all but `rule`. */
  readonly rule: RuleOfLine | null;
}

/** Says of each line of an instruction file which rule it states, and who approved that. */
export function blameRules(text: string, rules: readonly Rule[]): Result<readonly RuleLine[], BlockProblem> {
  const found = findBlock(text);
  if (!found.ok) return fail(found.error);
  const { block } = found.value;
  const whole = isManagedFile(text);
  const byLine = linesOf(rules);
  let at = 0;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return ok(
    lines.map((raw, index): RuleLine => {
      const start = at;
      at += raw.length + 1;
      const line = { line: index + 1, text: raw.replace(/\r$/, "") };
      const isOurs = whole || (block !== undefined && start >= block.start && start < block.end);
      if (!isOurs) return { ...line, from: "other", rule: null };
      const rule = byLine.get(line.text);
      if (rule !== undefined) return { ...line, from: "rule", rule };
      return { ...line, from: line.text.startsWith("- ") ? "changed" : "emend", rule: null };
    }),
  );
}

/** Every line that a version that was in force has or had in a file. Present versions come before earlier ones. */
function linesOf(rules: readonly Rule[]): ReadonlyMap<string, RuleOfLine> {
  const found = new Map<string, RuleOfLine>();
  const versions = rules.flatMap((rule) =>
    rule.versions.filter(({ quorum }) => quorum !== null).map((version) => ({ rule, version })),
  );
  const rank = ({ rule, version }: (typeof versions)[number]): number =>
    version.version === rule.in_force ? 0 : 1;
  const latestFirst = versions.toSorted(
    (a, b) => rank(a) - rank(b) || (b.version.decided_at ?? "").localeCompare(a.version.decided_at ?? ""),
  );
  for (const { rule, version } of latestFirst) {
    const { type, text, scope, status, proposed_by, approvals, decided_at, evidence } = version;
    const stated: RuleOfLine = {
      rule_id: rule.id,
      version: version.version,
      status,
      proposed_by: proposed_by.id,
      approvals,
      in_force_since: decided_at,
      corrections: evidence.length,
    };
    // Files for certain paths state the rule without them.
    for (const paths of [scope.paths, []]) {
      const line = guardReferences(renderRuleLine({ type, text, scope: { ...scope, paths } }));
      if (!found.has(line)) found.set(line, stated);
    }
  }
  return found;
}
