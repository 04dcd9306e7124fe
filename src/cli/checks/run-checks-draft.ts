import { wholeCheckAnswer } from "../../app/check/check-answer.ts";
import { parseCheck, type Check } from "../../core/check/check.ts";
import type { TriedCheck } from "../../core/check/gate-check.ts";
import { textTokens } from "../../core/check/token-sequence.ts";
import { defined } from "../../core/defined.ts";
import { BY_COMMAND } from "../../core/person/known-people.ts";
import type { CliContext } from "../cli-context.ts";
import { refusal, usageError } from "../cli-error.ts";
import { printFromStore } from "../open/open-emend.ts";
import { findRuleByPrefix } from "../options/find-by-prefix.ts";
import { actorOf } from "../options/parse-options.ts";
import { readInput } from "../terminal/input.ts";
import { shortId } from "../terminal/plain-text.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { trialText } from "./checks-text.ts";
import type { ChecksDraftOptions } from "./checks.ts";
import { isInRepository, repositoryFiles } from "./repository-files.ts";

export async function runChecksDraft(
  rule: string | undefined,
  options: ChecksDraftOptions,
  context: CliContext,
): Promise<void> {
  if (options.jsonl === true) {
    const { draftFromLines } = await import("./run-checks.ts");
    return draftFromLines(context);
  }
  if (rule === undefined)
    throw usageError("rule_missing", "expected a rule, or --jsonl", "`emend rules list` shows the rules");
  const { io } = context;
  const check = await ownCheck(options, context);
  const by = { id: actorOf(io, options.as), trust: "person", login: BY_COMMAND } as const;
  await printFromStore(options, context, async (emend) => {
    const { id } = await findRuleByPrefix(emend.store.rules, rule);
    const { note, language } = options;
    const drafted = await emend.checks.draft(id, {
      by,
      ...((await isInRepository(io)) ? { tree: () => repositoryFiles(io, []) } : {}),
      ...defined({ check, note, language }),
    });
    if (!drafted.ok) {
      if ("objections" in drafted.error)
        for (const { message, cases } of drafted.error.objections)
          if (cases.length > 0)
            io.stderr.write(`emend: ${safeLine(message)}: ${cases.map(safeLine).join(", ")}\n`);
      throw refusal(drafted.error);
    }
    const [described] = await emend.checks.describe([drafted.value.check]);
    const { tried } = drafted.value;
    if (options.json === true) return toJson({ check: wholeCheckAnswer(described!), tried: tried.trial });
    return draftedText(described!.check.id, tried);
  });
}

function draftedText(id: string, { trial, examples }: TriedCheck): string {
  const missed = examples.flatMap(({ isHit, correction }) =>
    isHit || correction === undefined ? [] : [correction],
  );
  return [
    `drafted ${shortId(id)}: ${trialText(trial)}\n`,
    missed.length === 0 ? "" : `It does not find ${missed.slice(0, 5).map(shortId).join(", ")}.\n`,
    `Next: emend checks try ${shortId(id)}, then emend checks approve ${shortId(id)}\n`,
  ].join("");
}

/** The person's own check, if an option gives one. */
async function ownCheck(
  { check: file, pattern, words, lint, language }: ChecksDraftOptions,
  { io }: CliContext,
): Promise<Check | undefined> {
  if (pattern !== undefined) {
    if (language === undefined)
      throw usageError(
        "language_missing",
        "--pattern needs --language",
        "for example: --language typescript",
      );
    return checked({ kind: "structure", language, rule: { pattern } }, "--pattern");
  }
  if (words !== undefined) return checked({ kind: "text", tokens: textTokens(words) }, "--words");
  if (lint !== undefined) return checked({ kind: "lint", linters: lint.map(linterRule) }, "--lint");
  if (file === undefined) return undefined;
  const text = await readInput(io, file === "-" ? undefined : file, "the check");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError("invalid_check", "--check: expected JSON", HINT);
  }
  return checked(value, "--check");
}

const HINT =
  'for example {"kind": "structure", "language": "javascript", "rule": {"pattern": "parseInt($X)"}}';

/** `eslint/@typescript-eslint/no-var` is a rule of ESLint. */
function linterRule(text: string): { readonly tool: string; readonly rule: string } {
  const at = text.indexOf("/");
  return { tool: text.slice(0, Math.max(0, at)), rule: text.slice(at + 1) };
}

function checked(value: unknown, option: string): Check {
  const check = parseCheck(value);
  if (check === undefined)
    throw usageError("invalid_check", `${option}: this is not a check that Emend runs`, HINT);
  return check;
}
