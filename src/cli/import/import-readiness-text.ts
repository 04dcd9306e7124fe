import type { RuleBar } from "../../core/rule/propose/recurrence.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { ImportTally } from "./import-tally.ts";

const MOST_NAMED = 10;

const WHY: Readonly<Record<RuleBar, string>> = {
  author_unknown: "they do not say who wrote them",
  author_not_trusted: "their authors are not vouched for",
  no_correction: "they are praise, thanks, answers, reports or questions",
  no_words: "they do not say what was wrong or what to do",
  written_by_author: "they were written by whoever did the work",
  work_of_people: "the work was done by people, not by an agent",
};

/** What rules can be made of, what is missing, and the keys that nobody understood. */
export function renderReadiness(tally: ImportTally, command: readonly string[]): readonly string[] {
  return [...keyLines(tally), ...ruleLines(tally, command.map(shellWord).join(" "))];
}

function keyLines({ unknown_keys: keys }: ImportTally): readonly string[] {
  if (keys.length === 0) return [];
  const width = Math.max(...keys.slice(0, MOST_NAMED).map(({ key }) => safeLine(key).length));
  return [
    "unknown keys, stored with the record but not used:",
    ...keys
      .slice(0, MOST_NAMED)
      .map(
        ({ key, count, suggestion }) =>
          `  ${safeLine(key).padEnd(width)}  ${count} ${count === 1 ? "time" : "times"}${suggestion === null ? "" : `; did you mean ${suggestion}?`}`,
      ),
    ...(keys.length > MOST_NAMED ? [`  and ${keys.length - MOST_NAMED} more; --json lists them`] : []),
  ];
}

function ruleLines(tally: ImportTally, again: string): readonly string[] {
  const { ready, not_ready: bars, without_agent: withoutAgent } = tally.rules;
  const total = bars.reduce((sum, { count }) => sum + count, ready);
  if (total === 0) return [];
  const lines = [`for rules    ${count(ready).padStart(9)} of ${count(total)} can be used`];
  for (const { reason, count: each } of bars) {
    lines.push(`  ${count(each)} cannot: ${WHY[reason]}`, ...adviceFor(reason, again));
  }
  if (!tally.dry_run && bars.some(({ reason }) => AUTHOR_BARS.has(reason))) lines.push(COUNTED_TWICE);
  if (withoutAgent > 0) {
    lines.push(
      `  ${count(withoutAgent)} ${withoutAgent === 1 ? "names" : "name"} no agent, so agents are not reminded of them; add "agent" to each line, or: ${again} --agent <name>`,
    );
  }
  if (ready > 0 && !tally.dry_run && tally.conventions.records === 0)
    lines.push("  Next: emend rules propose");
  return lines;
}

const AUTHOR_BARS: ReadonlySet<RuleBar> = new Set(["author_unknown", "author_not_trusted"]);
/** A record never gains trust, so the same words under another author are a record of their own. */
const COUNTED_TWICE =
  "    Import them into a new store: the records in this one do not change, and patterns would count them twice.";

function adviceFor(reason: RuleBar, again: string): readonly string[] {
  switch (reason) {
    case "author_unknown":
      return [
        `    Add "author": {"id": "<name>", "trust": "person"} to each line. If your team wrote all of them: ${again} --trust person`,
      ];
    case "author_not_trusted":
      return [
        `    If they are on your team: ${again} --trust person`,
        `    If only some are, mark those with "author": {"id": "<name>", "trust": "person"}`,
      ];
    case "no_words":
      return ['    Add what is wrong or what to do as "comment", "wrong" or "fix", or the change as "diff"'];
    case "no_correction":
    case "written_by_author":
    case "work_of_people":
      return [];
  }
}

const count = (number: number): string => number.toLocaleString("en-US");

const shellWord = (word: string): string =>
  /^[\w./:@=-]{1,200}$/.test(word) ? word : `'${safeLine(word).replaceAll("'", String.raw`'\''`)}'`;
