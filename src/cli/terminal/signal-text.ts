import type { Evidence, Signal } from "../../core/signal/signal.ts";
import { safeLine } from "./safe-text.ts";
import type { Paint } from "./style.ts";

const SAYS: Readonly<Record<Signal["type"], string>> = {
  runtime_error: "something that was run failed",
  verification_failure: "a check of the work said no",
  user_rejection: "a person rejects the work",
  partial_success: "accepted in the main, with something left",
};
const WIDTH = 100;
const MOST_SHOWN = 4;

/** A signal as a person reads it: what was heard, the lines that say so, and the facts in them. */
export function renderSignalText(signal: Signal | null, text: string, paint: Paint): string {
  if (signal === null) return `${paint("green", "none")}: nothing in it speaks of a failure\n`;
  // The last lines of an output sum it up, so they are the ones to show.
  const shown = signal.evidence.slice(-MOST_SHOWN);
  const lines = [
    `${paint("red", signal.type)} (confidence ${signal.confidence.toFixed(2)}): ${SAYS[signal.type]}`,
    ...shown.flatMap((evidence) => showEvidence(evidence, text, paint)),
    ...(shown.length < signal.evidence.length
      ? ["", `  … and ${signal.evidence.length - shown.length} more`]
      : []),
  ];
  const facts = Object.entries(signal.facts);
  if (facts.length > 0)
    lines.push("", ...facts.map(([name, value]) => `  ${paint("dim", name)}  ${showFact(value)}`));
  return `${lines.join("\n")}\n`;
}

/** The line in which the evidence stands, with a mark under it. */
function showEvidence(
  { start, end, source, text: excerpt }: Evidence,
  text: string,
  paint: Paint,
): readonly string[] {
  const by = paint("dim", ` [${safeLine(source)}]`);
  if (end > text.length) return ["", `  … ${safeLine(excerpt ?? "")}${by}`];
  const lineStart = text.lastIndexOf("\n", Math.max(0, start - 1)) + 1;
  const from = Math.max(lineStart, start - WIDTH / 2);
  const feed = text.indexOf("\n", start);
  const lineEnd = Math.min(feed < 0 ? text.length : feed, from + WIDTH);
  const number = countLines(text, lineStart);
  const before = safeLine(text.slice(from, start));
  const marked = safeLine(text.slice(start, Math.min(end, lineEnd)));
  const after = safeLine(text.slice(Math.min(end, lineEnd), lineEnd));
  const gutter = `  ${String(number).padStart(5)} │ `;
  return [
    "",
    `${paint("dim", gutter)}${before}${paint("bold", marked)}${after}`,
    `${" ".repeat(gutter.length + before.length)}${paint("yellow", "^".repeat(Math.max(1, marked.length)))}${by}`,
  ];
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function showFact(value: unknown): string {
  return Array.isArray(value)
    ? value.map((each) => safeLine(String(each))).join(", ")
    : safeLine(String(value));
}
