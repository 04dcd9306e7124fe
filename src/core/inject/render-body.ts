import type { ActiveRule } from "../rule/active-rule.ts";
import { renderRules, RULES_HEADING } from "../rule/render-rules.ts";
import { guardReferences } from "./guard-references.ts";

/** Where the rules come from, for whoever reads the file. */
const SOURCE = "People approved these rules after feedback on earlier work; `emend inject` keeps them here.";

/** The rules as a rule file holds them, or an empty text for none. */
export function renderBody(rules: readonly ActiveRule[]): string {
  const groups = renderRules(rules, { heading: "" });
  if (groups === "") return "";
  return [RULES_HEADING, "", SOURCE, "", ...groups.trimEnd().split("\n").map(guardReferences)].join("\n");
}

/** The same rules without a word on where they hold, for files that are read for those paths only. */
export const withoutPaths = (rules: readonly ActiveRule[]): readonly ActiveRule[] =>
  rules.map((rule) => ({ ...rule, scope: { ...rule.scope, paths: [] } }));
