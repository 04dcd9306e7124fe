import type { Emend } from "../src/compose.ts";
import type { Check } from "../src/core/check/check.ts";
import type { RuleCheck, RunningState } from "../src/core/check/rule-check.ts";
import { person, WRITER } from "./examples/example-rule.ts";
import { type CorrectedCode, ruleFromCode } from "./corrected-rule.ts";

const EQUAL: readonly CorrectedCode[] = [
  { path: "src/a.js", before: "if (a == b) go();", after: "if (a === b) go();" },
  { path: "src/b.js", before: "return kind == 'x';", after: "return kind === 'x';" },
];

/** `==` in JavaScript, as the check of a rule in force that two people approved. */
export async function runningCheck(
  emend: Emend,
  state: RunningState,
  { text = "Compare with ===." }: { readonly text?: string } = {},
): Promise<RuleCheck> {
  const rule = await ruleFromCode(emend, { text, corrections: EQUAL, from: 500 });
  const check: Check = {
    kind: "structure",
    language: "javascript",
    rule: { pattern: "$A == $B" },
    fix: "$A === $B",
  };
  const drafted = await emend.checks.draft(rule.id, { by: WRITER, check });
  if (!drafted.ok) throw new Error(drafted.error.message);
  const { id } = drafted.value.check;
  const decide = async (command: Parameters<Emend["checks"]["decide"]>[1]): Promise<RuleCheck> => {
    const decided = await emend.checks.decide(id, command);
    if (!decided.ok) throw new Error(decided.error.message);
    return decided.value;
  };
  await decide({ type: "approve", by: person("ana"), version: 1 });
  const approved = await decide({ type: "approve", by: person("ben"), version: 1 });
  if (state === "watching") return approved;
  return decide({ type: state === "nudging" ? "nudge" : "block", by: person("ana"), version: 1 });
}
