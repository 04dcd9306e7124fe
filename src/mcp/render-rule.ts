import type { ActiveRule } from "../core/rule/select-rules.ts";
import { renderRuleLine } from "../core/rule/render-rules.ts";
import { shown } from "./shown-text.ts";

/** One rule as a page: the words to follow first, and what is only to be known after them, as quoted data. */
export function renderRule({
  rule_id,
  version,
  type,
  text,
  reason,
  scope,
  in_force_since,
}: ActiveRule): string {
  const agents = scope.agents.map((agent) => oneLine(agent));
  return [
    `# Rule ${rule_id}`,
    "",
    renderRuleLine({ type, text, scope }),
    "",
    `- type: ${type}`,
    `- version: ${version}, in force since ${in_force_since.slice(0, 10)}`,
    `- for: ${agents.length === 0 ? "every agent" : agents.join(", ")}`,
    ...(reason.trim() === "" ? [] : [`- reason: ${oneLine(reason)}`]),
    "",
  ].join("\n");
}

const oneLine = (text: string): string => JSON.stringify(shown(text.replace(/\s+/g, " ").trim(), 500));
