import type { ActiveRule } from "../rule/active-rule.ts";
import { CLAUDE_LINES, fits } from "./file-limit.ts";
import { fitRules } from "./fit-rules.ts";
import { replaceBlock } from "./managed-block.ts";
import type { InjectionPlan } from "./planned-file.ts";
import { renderBody } from "./render-body.ts";
import type { BlockTarget, TargetName } from "./targets.ts";

/** What becomes of a file of the project's own; the rules come best first. */
export function planBlock(
  name: TargetName,
  { path, limit }: BlockTarget,
  rules: readonly ActiveRule[],
  before: string | null,
): InjectionPlan {
  const write = (some: readonly ActiveRule[]) => replaceBlock(before, renderBody(some));
  const { kept, left } = fitRules(rules, (some) => {
    const written = write(some);
    return !written.ok || fits(written.value ?? "", limit);
  });
  const written = write(kept);
  if (!written.ok) {
    const { code, message } = written.error;
    return { files: [], problems: [{ target: name, path, code, message }], withheld: [], notes: [] };
  }
  const after = written.value;
  const lines = after === null ? 0 : after.split("\n").length;
  return {
    files:
      before === null && after === null ? [] : [{ target: name, path, before, after, rules: kept.length }],
    problems: [],
    withheld: left.map(({ rule_id, version }) => ({
      target: name,
      rule_id,
      version,
      reason: "format_limit",
      path,
      why: limit?.why ?? "",
    })),
    notes:
      name === "claude" && kept.length > 0 && lines > CLAUDE_LINES
        ? [`${path} has ${lines} lines; Claude follows a file of at most ${CLAUDE_LINES} better`]
        : [],
  };
}
