import type { Emend } from "../src/compose.ts";
import type { Feedback } from "../src/core/feedback/feedback.ts";
import { type Rule, ruleId } from "../src/core/rule/rule.ts";
import { makeFeedback } from "./contract/make-feedback.ts";
import { EXAMPLE_TEXT, person, WRITER } from "./examples/example-rule.ts";

export interface CorrectedCode {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const signed = (sign: string, text: string): string =>
  text
    .split("\n")
    .map((line) => `${sign}${line}\n`)
    .join("");

/** A change that a person made to an agent's work, as recorded feedback. */
const correctedFeedback = (
  n: number,
  { path, before, after }: CorrectedCode,
  fields: Partial<Feedback> = {},
): Feedback =>
  makeFeedback(n, {
    outcome: "approved_with_changes",
    target: { path },
    correction: {
      diff: `--- a/${path}\n+++ b/${path}\n@@ -1,${before.split("\n").length} +1,${after.split("\n").length} @@\n${signed("-", before)}${signed("+", after)}`,
    },
    ...fields,
  });

/** `parseInt` without a radix, put right three times. */
export const RADIX: readonly CorrectedCode[] = [
  { path: "src/cart.js", before: "const n = parseInt(text);", after: "const n = parseInt(text, 10);" },
  {
    path: "src/row.js",
    before: "return parseInt(row.size) + 1;",
    after: "return parseInt(row.size, 10) + 1;",
  },
  { path: "src/port.js", before: "use(parseInt(read('port')));", after: "use(parseInt(read('port'), 10));" },
];

interface RuleFromCode {
  readonly text?: string;
  readonly corrections?: readonly CorrectedCode[];
  /** Numbers of the feedback that is recorded, so that two rules have different evidence. */
  readonly from?: number;
  readonly isActive?: boolean;
}

/** A rule with its recorded evidence, in force unless it is only proposed. */
export async function ruleFromCode(
  { store, rules }: Emend,
  { text = "Pass the radix to parseInt.", corrections = RADIX, from = 1, isActive = true }: RuleFromCode = {},
): Promise<Rule> {
  const records = corrections.map((one, at) => correctedFeedback(from + at, one));
  await store.feedback.record(records);
  const rule = { ...EXAMPLE_TEXT, text, scope: { agents: [], paths: [] } };
  const id = ruleId(rule);
  const decide = async (command: Parameters<typeof rules.decide>[1]): Promise<Rule> => {
    const decided = await rules.decide(id, command);
    if (!decided.ok) throw new Error(decided.error.message);
    return decided.value;
  };
  const evidence = records.map((record) => record.id);
  const proposed = await decide({
    type: "propose",
    id,
    by: WRITER,
    cluster_id: null,
    rule,
    evidence,
    confidence: 0.8,
  });
  if (!isActive) return proposed;
  await decide({ type: "approve", by: person("ana"), version: 1 });
  return decide({ type: "approve", by: person("ben"), version: 1 });
}
