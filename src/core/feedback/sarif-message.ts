import { MAX_SUMMARY, MAX_TEXT } from "./limits.ts";
import { fieldOf, lineOf, listOf, textOf } from "../json/read-json.ts";
import type { SarifRuleFacts } from "./sarif-rule.ts";
import { sarifPath } from "./sarif-target.ts";

const MAX_REPLACEMENTS = 4;

/** What a result says: its own text, the rule's message with the arguments filled in, or the rule's description. */
export function sarifMessage(result: unknown, rule: SarifRuleFacts): string | undefined {
  const message = fieldOf(result, "message");
  const id = textOf(fieldOf(message, "id"));
  const template =
    textOf(fieldOf(message, "text")) ??
    (id === undefined ? undefined : rule.message(id)) ??
    textOf(fieldOf(message, "markdown")) ??
    rule.description;
  if (template === undefined) return undefined;
  const values = listOf(fieldOf(message, "arguments"));
  if (values.length === 0) return template;
  return template.slice(0, MAX_TEXT).replaceAll(/\{(\d{1,3})\}/g, (hole, index: string) => {
    const value = values[Number(index)];
    return typeof value === "string" ? value.slice(0, MAX_SUMMARY) : hole;
  });
}

/** What the first fix of a result does, in words; the text that it replaces is not in the log. */
export function sarifFixSummary(result: unknown, run: unknown): string | undefined {
  const [fix] = listOf(fieldOf(result, "fixes"));
  const changes = listOf(fieldOf(fix, "artifactChanges")).slice(0, MAX_REPLACEMENTS);
  const steps = changes.flatMap((change) => {
    const path = sarifPath(fieldOf(change, "artifactLocation"), run) ?? "the file";
    return listOf(fieldOf(change, "replacements"))
      .slice(0, MAX_REPLACEMENTS)
      .map((replacement) => {
        const region = fieldOf(replacement, "deletedRegion");
        const inserted = textOf(fieldOf(fieldOf(replacement, "insertedContent"), "text"))?.trim();
        const line = lineOf(fieldOf(region, "startLine"));
        const place = line === undefined ? path : `${path}:${line}`;
        return inserted === undefined
          ? `${place}: take the marked text out`
          : `${place}: put in ${inserted.slice(0, MAX_SUMMARY)}`;
      });
  });
  return steps.length === 0 ? undefined : steps.join("; ");
}
