import type { Detection, Evidence, SignalFacts, SignalType } from "../../core/signal/signal.ts";
import { markLine } from "./marked-line.ts";
import { safeLine } from "./safe-text.ts";
import type { Paint } from "./style.ts";

const MEANINGS: Readonly<Record<SignalType, string>> = {
  runtime_error: "a command or program failed",
  verification_failure: "a check of the work failed",
  user_rejection: "a person rejected the work",
  partial_success: "mostly accepted, with something left to do",
};
const WIDTH = 100;
const MAX_SHOWN = 4;

/** The type of a signal, the lines that show it, and its facts. */
export function renderSignalText(detection: Detection, text: string, paint: Paint): string {
  const { type, confidence, evidence, facts } = detection;
  if (type === null) {
    const lines = [`${paint("green", "none")}: no sign of a failure`, ...factLines(facts, paint)];
    return `${lines.join("\n")}\n`;
  }
  // The last lines of an output sum it up.
  const shown = evidence.slice(-MAX_SHOWN);
  const lines = [
    `${paint("red", type)} (confidence ${confidence.toFixed(2)}): ${MEANINGS[type]}`,
    ...shown.flatMap((each) => showEvidence(each, text, paint)),
    ...(shown.length < evidence.length ? ["", `  … and ${evidence.length - shown.length} more`] : []),
    ...factLines(facts, paint),
  ];
  return `${lines.join("\n")}\n`;
}

function factLines(facts: SignalFacts, paint: Paint): readonly string[] {
  const lines = Object.entries(facts).map(([name, value]) => `  ${paint("dim", name)}  ${showFact(value)}`);
  return lines.length === 0 ? [] : ["", ...lines];
}

/** The line with the evidence, and a marker under it. */
function showEvidence(
  { start, end, source, text: excerpt }: Evidence,
  text: string,
  paint: Paint,
): readonly string[] {
  const label = paint("dim", ` [${safeLine(source)}]`);
  if (end > text.length) return ["", `  … ${safeLine(excerpt ?? "")}${label}`];
  const number = countLines(text, start);
  const { before, marked, after, indent, width } = markLine(text, start, end, { columns: WIDTH });
  const gutter = `  ${String(number).padStart(5)} │ `;
  return [
    "",
    `${paint("dim", gutter)}${before}${paint("bold", marked)}${after}`,
    `${" ".repeat(gutter.length + indent)}${paint("yellow", "^".repeat(width))}${label}`,
  ];
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function showFact(value: unknown): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return safeLine(text.replaceAll("\t", " "));
}
