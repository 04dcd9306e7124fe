import type { ComparedRule } from "../../core/rule/relate/read-rule.ts";
import type { RelatedRules } from "../../core/rule/relate/relate-rules.ts";
import { relateByMeaning } from "../../app/rule/related-rules.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { lineError, mapJsonl } from "../terminal/jsonl.ts";
import { hostOf } from "../open/open-emend.ts";
import type { RulesConflictsOptions } from "./rules-conflicts.ts";

export async function runRulesConflicts(
  a: string | undefined,
  b: string | undefined,
  options: RulesConflictsOptions,
  { io, finish }: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    const bad = await mapJsonl(io, answerLine(await openRelation(io)));
    return finish(bad > 0 ? EXIT.usage : EXIT.success);
  }
  if (a === undefined || b === undefined) {
    throw usageError(
      "rules_missing",
      "two rules are needed",
      'for example: emend rules conflicts "Use tabs." "Indent with 2 spaces.", or --jsonl for many pairs',
    );
  }
  const relate = await openRelation(io);
  const related = await relate({ text: a, scope: options.scopeA }, { text: b, scope: options.scopeB });
  io.stdout.write(options.json === true ? toJson(related) : render(related));
  finish(related.relation === "conflict" ? EXIT.problem : EXIT.success);
}

type Relation = ReturnType<typeof relateByMeaning>;

/** The model is loaded for the first pair. */
async function openRelation(io: CliIo): Promise<Relation> {
  const { openEmbedderAndJudge } = await import("../../compose/learning.ts");
  return relateByMeaning(await openEmbedderAndJudge(await hostOf(io)));
}

const answerLine = (relate: Relation) => async (line: Readonly<Record<string, unknown>>) => {
  const a = parseRule(line["a"]);
  const b = parseRule(line["b"]);
  if (a === undefined || b === undefined) {
    const name = a === undefined ? "a" : "b";
    return lineError("invalid_rule", `${name} must be a string or an object {text, scope?} of strings`);
  }
  return { ...(await relate(a, b)) };
};

function parseRule(value: unknown): ComparedRule | undefined {
  if (typeof value === "string") return { text: value };
  if (typeof value !== "object" || value === null) return undefined;
  const { text, scope } = value as { text?: unknown; scope?: unknown };
  if (typeof text !== "string") return undefined;
  if (scope === undefined || scope === null) return { text };
  return typeof scope === "string" ? { text, scope } : undefined;
}

function render({ relation, score, reasons }: RelatedRules): string {
  const lines = reasons.map((reason) => `  ${safeLine(reason)}\n`).join("");
  return `${relation} (score ${score.toFixed(2)})\n${lines}`;
}
