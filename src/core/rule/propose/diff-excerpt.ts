import { changedLines } from "../../change/changed-lines.ts";
import { textLines } from "../../change/text-lines.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";

/** What a correction took out and put in, at a glance. */
export interface DiffExcerpt {
  readonly before: string;
  readonly after: string;
  readonly removed: number;
  readonly added: number;
}

const MAX_LINES = 3;
const MAX_EXCERPT = 160;

/** Nothing for text that is no unified diff. */
export function diffExcerpt(diff: string): DiffExcerpt | undefined {
  const before: string[] = [];
  const after: string[] = [];
  let [removed, added] = [0, 0];
  for (const line of changedLines(textLines(diff))) {
    const text = line.slice(1, 200).trim();
    const shown = line[0] === "-" ? before : after;
    if (line[0] === "-") removed += 1;
    else added += 1;
    if (text !== "" && shown.length < MAX_LINES) shown.push(text);
  }
  if (removed + added === 0) return undefined;
  return { before: excerpt(before), after: excerpt(after), removed, added };
}

const excerpt = (lines: readonly string[]): string => sanitiseRuleText(lines.join(" | "), MAX_EXCERPT);
