import type { RuleEffect } from "../app/measure-rules.ts";
import { cutColumns } from "../core/pattern/visible-name.ts";
import { wrapWords } from "../core/pattern/wrap-words.ts";
import { daysBetween } from "../core/rule/days-after.ts";
import type { Quorum } from "../core/rule/quorum.ts";
import type { RuleScope, RuleVersion } from "../core/rule/rule.ts";
import type { CliIo } from "./cli-io.ts";
import { safeLine } from "./safe-text.ts";

const COLUMNS = 100;

export const widthOf = (io: CliIo): number => (io.stdout as { readonly columns?: number }).columns ?? COLUMNS;

/** Enough of an id to tell it from others, as git does with commits. */
export const shortId = (id: string): string => safeLine(id).slice(0, 11);

export function ageOf(since: string, now: string): string {
  const days = Math.max(0, daysBetween(since, now));
  if (days >= 1) return `${Math.floor(days)}d`;
  const hours = Math.floor(days * 24);
  return hours >= 1 ? `${hours}h` : `${Math.floor(days * 1_440)}m`;
}

export const dayOf = (time: string): string => safeLine(time).slice(0, 10);
export const minuteOf = (time: string): string => safeLine(time).slice(0, 16).replace("T", " ");
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
export const cut = (text: string, columns: number): string => cutColumns(safeLine(text), columns);

export function scopeText({ agents, paths }: RuleScope): string {
  const whom = agents.length === 0 ? "every agent" : agents.join(", ");
  return safeLine(`${whom}, in ${paths.length === 0 ? "every file" : paths.join(", ")}`);
}

/** Who approved, and who still must. */
export function approvalText(
  { required, given, missing, reached }: Quorum,
  { approvals, proposed_by }: RuleVersion,
): string {
  const by = approvals.map((each) => `${safeLine(each.by)} on ${dayOf(each.at)}`).join(", ");
  const so = `${given} of ${required}${by === "" ? "" : ` (${by})`}`;
  if (reached) return so;
  const besides = by === "" ? "" : ` besides ${approvals.map((each) => safeLine(each.by)).join(" and ")}`;
  const alone = by === "" && proposed_by.trust === "person" ? `, not ${safeLine(proposed_by.id)} alone` : "";
  return `${so}; ${missing === 1 ? "one more person" : `${missing} more people`}${besides} must approve${alone}`;
}

/** The effect of a rule in a few words. */
export function effectText(effect: RuleEffect): string {
  const { verdict, reduction, days } = effect;
  const change =
    reduction === null
      ? ""
      : reduction >= 0
        ? `, ${percent(reduction)} fewer`
        : `, ${percent(-reduction)} more`;
  if (verdict === "stabilising") return `stabilising, day ${Math.floor(days) + 1}`;
  return verdict === "not_enough" ? "not enough yet" : `${verdict}${change}`;
}

const LABEL = 10;

/** A label and its text, wrapped under itself. */
export function field(label: string, text: string, width: number): string {
  const lines = wrapWords(safeLine(text), Math.max(20, width - LABEL), "…");
  return lines.map((line, at) => `${(at === 0 ? label : "").padEnd(LABEL)}${line}\n`).join("");
}

/** Text under a heading, wrapped and indented. */
export function indented(text: string, width: number, by = 2): string {
  const lines = wrapWords(safeLine(text), Math.max(20, width - by), "…");
  return lines.map((line) => `${" ".repeat(by)}${line}\n`).join("");
}
