import type { Command } from "commander";
import type { FeedbackLint } from "../../core/actionable/lint-feedback.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { readInput, withoutBom } from "../terminal/input.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { mapJsonl, withLinesOf } from "../terminal/jsonl.ts";
import { painter, type Paint } from "../terminal/style.ts";
import type { Violation } from "../../core/actionable/actionable-feedback.ts";
import { markLine } from "../terminal/marked-line.ts";
import { formatCount } from "../terminal/plain-text.ts";

const COLUMNS = 100;

interface Options {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly strict?: boolean;
}

export function addFeedbackLint(feedback: Command, context: CliContext): void {
  feedback
    .command("lint")
    .description("check whether feedback is actionable: a document, an item, or a plain comment")
    .argument("[file]", "JSON document, JSON item or plain text; - or nothing reads standard input")
    .option("--json", "print the result as JSON")
    .option(
      "--jsonl",
      "read one {id, text, location?} or document per line, print one {id, actionable, violations} per line",
    )
    .option("--strict", "also require a score in every item")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, options: Options) => {
      if (options.json === true && options.jsonl === true) {
        throw usageError("options_conflict", "--json and --jsonl cannot be used together", "use one of them");
      }
      if (options.jsonl === true) await lintLines(context, file, options);
      else await lintOne(context, file, options);
    });
}

const HELP = `
Exit code 0 if the feedback is actionable, 1 if it is not.

Examples:
  echo "Consider renaming this" | emend feedback lint
  emend feedback lint round-2.json --strict
  emend feedback lint --jsonl < comments.jsonl > judged.jsonl`;

async function lintOne(
  { io, finish }: CliContext,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const text = await readInput(io, file, "the feedback");
  const { lintFeedback } = await import("../../core/actionable/lint-feedback.ts");
  const input = parseFeedback(text);
  const lint = lintFeedback(input, { strict: options.strict === true });
  io.stdout.write(options.json === true ? toJson(lint) : renderFeedbackLint(lint, input, painter(io)));
  finish(lint.actionable ? EXIT.success : EXIT.problem);
}

/** Parses JSON; any other text is a plain comment. */
function parseFeedback(text: string): unknown {
  const trimmed = withoutBom(text).trim();
  if (!/^[{"[]/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch (cause) {
    // A comment may start with a brace or a quote, but an object with a quoted key was meant as JSON.
    if (!/^\{\s*"/.test(trimmed)) return trimmed;
    throw usageError(
      "invalid_json",
      `the feedback starts like a JSON object but is not valid JSON: ${cause instanceof Error ? cause.message : "unknown error"}`,
      "fix the JSON, or pass the comment as plain text",
    );
  }
}

async function lintLines(
  { io, finish }: CliContext,
  file: string | undefined,
  options: Options,
): Promise<void> {
  const { lintFeedback } = await import("../../core/actionable/lint-feedback.ts");
  let notActionable = 0;
  const bad = await mapJsonl(await withLinesOf(io, file, "the feedback"), (input) => {
    const lint = lintFeedback(input, { strict: options.strict === true });
    if (!lint.actionable) notActionable += 1;
    return {
      actionable: lint.actionable,
      violations: lint.violations,
      ...(lint.diagnostics.length === 0 ? {} : { diagnostics: lint.diagnostics }),
    };
  });
  if (bad > 0)
    io.stderr.write(
      `emend: ${bad} ${bad === 1 ? "line was" : "lines were"} not a JSON object [invalid_jsonl]\n`,
    );
  finish(bad > 0 ? EXIT.usage : notActionable > 0 ? EXIT.problem : EXIT.success);
}

function renderFeedbackLint(lint: FeedbackLint, input: unknown, paint: Paint): string {
  const lines = [headline(lint, paint)];
  for (const violation of lint.violations) lines.push("", ...renderViolation(violation, input, paint));
  for (const diagnostic of lint.diagnostics)
    lines.push("", `${paint("cyan", "changed")}  ${safeLine(diagnostic.message)}`);
  return `${lines.join("\n")}\n`;
}

function headline(lint: FeedbackLint, paint: Paint): string {
  const errors = lint.violations.filter((violation) => violation.severity === "error").length;
  if (lint.actionable) return paint("green", "actionable");
  return `${paint("red", "not actionable")}: ${formatCount(errors, "violation")}`;
}

function renderViolation(violation: Violation, input: unknown, paint: Paint): readonly string[] {
  const label = violation.severity === "error" ? paint("red", "error") : paint("yellow", "note");
  const path = violation.path === "" ? "" : ` ${safeLine(violation.path)}`;
  return [
    `${label}  ${paint("bold", violation.code)}${paint("dim", path)}`,
    `  ${safeLine(violation.message)}`,
    ...markPhrase(violation, input, paint),
    `  ${paint("dim", "hint:")} ${safeLine(violation.hint)}`,
  ];
}

/** The line with the phrase, and carets below it. */
function markPhrase({ span, path }: Violation, input: unknown, paint: Paint): readonly string[] {
  const text = typeof input === "string" ? input : fieldAt(input, path);
  if (span === undefined || typeof text !== "string") return [];
  const { before, marked, after, indent, width } = markLine(text, span.start, span.end, { columns: COLUMNS });
  return [`    ${before}${marked}${after}`, `    ${" ".repeat(indent)}${paint("red", "^".repeat(width))}`];
}

function fieldAt(input: unknown, path: string): unknown {
  let value: unknown = input;
  for (const [key] of path.matchAll(/[^.[\]]+/g)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
