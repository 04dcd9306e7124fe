import { compareTrust } from "../../config/trust/compare-trust.ts";
import type { TrustQuestion } from "../../config/trust/read-trust-question.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

/** What somebody is asked to trust: each setting, what it sends and what it brings in. Nothing of it can act on a terminal. */
export function renderTrust(question: TrustQuestion, paint: Paint): string {
  const { settings, files } = compareTrust(question);
  const lines = [paint("bold", safeLine(question.file))];
  if (question.foreign)
    lines.push(paint("red", "another user owns this file, so all of it needs your trust"));
  for (const { key, value, before, source, change } of settings) {
    const remark = source === undefined ? "" : paint("dim", `  # ${safeLine(source)}`);
    if (before !== undefined) lines.push(paint("red", `- ${line(key, before)}`));
    if (change === "removed") lines.push(paint("red", `- ${line(key, value)}`));
    else if (change === "same") lines.push(`  ${line(key, value)}${remark}`);
    else lines.push(`${paint("green", `+ ${line(key, value)}`)}${remark}`);
  }
  for (const sentence of question.content.sends) lines.push(paint("yellow", `! your ${safeLine(sentence)}`));
  for (const { path, change } of files) {
    const mark = change === "same" ? " " : change === "changed" ? "~" : "+";
    lines.push(`${mark} includes ${safeLine(path)}${change === "changed" ? " (its content changed)" : ""}`);
  }
  return `${lines.join("\n")}\n`;
}

const line = (key: string, value: string): string => `${key}: ${safeLine(value)}`;
