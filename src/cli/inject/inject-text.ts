import type { InjectReport } from "../../app/inject/inject-rules.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { changeKindOf, type TargetWithheld } from "../../core/inject/planned-file.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

/** What became of each file, or would. */
export function renderInjected({ files, written }: InjectReport, paint: Paint): string {
  const lines = files.map((file) => {
    const change = changeKindOf(file);
    const verb = change === "unchanged" || written ? change : `would be ${change}`;
    const rules = file.rules === 0 ? "" : ` (${count(file.rules)})`;
    const colour = change === "removed" ? "yellow" : change === "unchanged" ? "dim" : "green";
    return `${paint(colour, verb.padEnd(written ? 10 : 17))}${safeLine(file.path)}${rules}\n`;
  });
  return lines.length === 0 ? "nothing to write\n" : lines.join("");
}

export const renderDiffs = ({ files }: InjectReport): string =>
  safeText(files.map(({ path, before, after }) => fileDiff(path, before, after)).join(""));

/** Complaints and remarks, one a line, for standard error. */
export function renderRemarks({ problems, withheld, notes }: InjectReport): readonly string[] {
  return [
    ...problems.map(({ path, message, code }) => `${path}: ${message} [${code}]`),
    ...(problems.length > 0 ? ["nothing was written"] : []),
    ...renderWithheld(withheld),
    ...notes,
  ].map((line) => `emend: ${safeLine(line)}\n`);
}

/** In `notes` the plan says more of rules for other agents than could be said here. */
function renderWithheld(withheld: readonly TargetWithheld[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const each of withheld) {
    if (each.reason === "other_agent") continue;
    const where = each.reason === "format_limit" ? each.path : `target ${each.target}`;
    const why = each.reason === "format_limit" ? each.why : WHY[each.reason];
    const key = `${where}: ${why}`;
    groups.set(key, [...(groups.get(key) ?? []), each.rule_id]);
  }
  return [...groups].map(([key, ids]) => {
    const named = ids.slice(0, MAX_NAMED).join(", ");
    return `${count(ids.length)} withheld from ${key} (${named}${ids.length > MAX_NAMED ? ", …" : ""})`;
  });
}

const MAX_NAMED = 5;

const WHY = {
  other_files: "for other files",
  flagged: "flagged as not helping",
  empty: "its text cannot be shown",
  limit: "over the limit of rules per agent",
  budget: "over the token limit for rules",
  consolidated_into: "another rule says the same",
} as const;

const count = (rules: number): string => `${rules} ${rules === 1 ? "rule" : "rules"}`;
