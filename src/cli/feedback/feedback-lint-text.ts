import type { FeedbackLint } from "../../core/actionable/lint-feedback.ts";
import type { Violation } from "../../core/actionable/actionable-feedback.ts";
import { markLine } from "../terminal/marked-line.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

/** The lint as people read it: each phrase in its place with a caret line under it, then the way out. */
export function renderFeedbackLint(lint: FeedbackLint, input: unknown, paint: Paint): string {
  const lines = [headline(lint, paint)];
  for (const violation of lint.violations) lines.push("", ...renderViolation(violation, input, paint));
  for (const diagnostic of lint.diagnostics)
    lines.push("", `${paint("cyan", "changed")}  ${safeLine(diagnostic.message)}`);
  return `${lines.join("\n")}\n`;
}

function headline(lint: FeedbackLint, paint: Paint): string {
  const errors = lint.violations.filter((violation) => violation.severity === "error").length;
  if (lint.actionable) return paint("green", "actionable");
  return `${paint("red", "not actionable")}: ${errors} ${errors === 1 ? "violation" : "violations"}`;
}

function renderViolation(violation: Violation, input: unknown, paint: Paint): readonly string[] {
  const label = violation.severity === "error" ? paint("red", "error") : paint("yellow", "note");
  const place = violation.path === "" ? "" : ` ${safeLine(violation.path)}`;
  return [
    `${label}  ${paint("bold", violation.code)}${paint("dim", place)}`,
    `  ${safeLine(violation.message)}`,
    ...inPlace(violation, input, paint),
    `  ${paint("dim", "hint:")} ${safeLine(violation.hint)}`,
  ];
}

const COLUMNS = 100;

/** The phrase with a little text around it, and carets below. */
function inPlace({ span, path }: Violation, input: unknown, paint: Paint): readonly string[] {
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
