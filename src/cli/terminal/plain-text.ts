import { cutColumns } from "../../core/text/visible-name.ts";
import { wrapWords } from "../../core/text/wrap-words.ts";
import { daysBetween } from "../../core/time/time.ts";
import type { CliIo } from "../cli-io.ts";
import { safeLine } from "./safe-text.ts";

const COLUMNS = 100;

export const widthOf = (io: CliIo): number => (io.stdout as { readonly columns?: number }).columns ?? COLUMNS;

/** A prefix of an id that is long enough to be unique, as git does with commits. */
export const shortId = (id: string): string => safeLine(id).slice(0, 11);

export function formatAge(since: string, now: string): string {
  const days = Math.max(0, daysBetween(since, now));
  if (days >= 1) return `${Math.floor(days)}d`;
  const hours = Math.floor(days * 24);
  return hours >= 1 ? `${hours}h` : `${Math.floor(days * 1_440)}m`;
}

export const formatDay = (time: string): string => safeLine(time).slice(0, 10);
export const formatMinute = (time: string): string => safeLine(time).slice(0, 16).replace("T", " ");
export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;
/** 12345 as 12,345. */
export const formatNumber = (number: number): string => number.toLocaleString("en-US");
export const formatCount = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
/** The same with a separator for thousands. */
export const formatLargeCount = (number: number, one: string, many = `${one}s`): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;
export const cut = (text: string, columns: number): string => cutColumns(safeLine(text), columns);

const LABEL = 10;

/** A label with its text, wrapped and aligned in the second column. */
export function renderField(label: string, text: string, width: number): string {
  const lines = wrapWords(safeLine(text), Math.max(20, width - LABEL), "…");
  return lines.map((line, at) => `${(at === 0 ? label : "").padEnd(LABEL)}${line}\n`).join("");
}

/** Text under a heading, wrapped and indented. */
export function renderIndented(text: string, width: number, by = 2): string {
  const lines = wrapWords(safeLine(text), Math.max(20, width - by), "…");
  return lines.map((line) => `${" ".repeat(by)}${line}\n`).join("");
}

/** Drops what does not apply: `compact([a, isB && b])`. */
export const compact = <T>(items: readonly (T | false | undefined)[]): readonly T[] =>
  items.filter((item): item is T => item !== false && item !== undefined);
