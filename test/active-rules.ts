import { person, WRITER } from "./examples/example-rule.ts";
import { DEFAULT_INSERTION_POINT, type RuleText, ruleId } from "../src/core/rule/rule.ts";
import type { Store } from "../src/ports/store.ts";
import { decideAndSave } from "./contract/decide-and-save.ts";

/** Brings a rule into force as two people would, and answers its id. */
export async function bringIntoForce(
  { rules }: Pick<Store, "rules">,
  text: string,
  parts: Partial<RuleText> & { readonly clusterId?: string } = {},
): Promise<string> {
  const { clusterId, ...words } = parts;
  const scope = words.scope ?? { agents: [], paths: [] };
  const id = clusterId === undefined ? ruleId({ text, scope }) : ruleId({ cluster_id: clusterId });
  const rule: RuleText = {
    type: "guideline",
    reason: "It came back.",
    insertion_point: DEFAULT_INSERTION_POINT,
    ...words,
    text,
    scope,
  };
  const commands = [
    {
      type: "propose",
      id,
      by: WRITER,
      cluster_id: clusterId ?? null,
      rule,
      evidence: ["fb_1"],
      confidence: 0.8,
    },
    { type: "approve", by: person("ada"), version: 1 },
    { type: "approve", by: person("ben"), version: 1 },
  ] as const;
  for (const command of commands) {
    const answer = await decideAndSave(rules, { command, id });
    if (typeof answer === "string") throw new Error(answer);
  }
  return id;
}
