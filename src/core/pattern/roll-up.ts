import { createHourReader } from "../time/time.ts";
import { wholeCount } from "./work-counts.ts";

/** Hours since 1970, or an RFC 3339 time within the hour. */
export type RollUpHour = number | string;

/** One agent's work in one hour. */
export interface AgentHour {
  readonly agent: string;
  readonly hour: RollUpHour;
  /** Counted in the hour of submission, whether decided or not. */
  readonly submitted: number;
  /** Counted in the hour of the decision, like the following fields. */
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
}

/** How many rejections of an agent named a tag in one hour; a rejection counts once for each of its tags. */
export interface TagHour {
  readonly agent: string;
  readonly tag: string;
  readonly hour: RollUpHour;
  readonly count: number;
}

/**
 * Hourly counts of one or more agents, in any order. Rows of the same hour add up. Invalid counts and hours are
 * ignored.
 */
export interface RollUp {
  readonly hours: readonly AgentHour[];
  readonly tags: readonly TagHour[];
}

/** One agent's roll-ups, oldest first, as flat arrays of numbers, because millions of rows are kept and scanned. */
export interface AgentRollUp {
  /** Changes with the agent's rows. */
  revision: number;
  /** `WORK_WIDTH` numbers per hour: the hour, submitted, approved, approved with changes, rejected. */
  readonly work: number[];
  /** `TAG_WIDTH` numbers per hour: the hour and the count. */
  readonly tags: Map<string, number[]>;
}

export type RollUpIndex = ReadonlyMap<string, AgentRollUp>;

export const WORK_WIDTH = 5;
export const TAG_WIDTH = 2;

/** Indexes rows by agent; rows of the same hour add up. */
export function indexRollUp(rows: RollUp): RollUpIndex {
  const index = new Map<string, AgentRollUp>();
  writeRows(index, rows, (list, at, count) => {
    list[at] = list[at]! + count;
  });
  return index;
}

/** Writes rows into an index, replacing the counts of the same agent, tag and hour. */
export function putRows(index: Map<string, AgentRollUp>, rows: RollUp): void {
  writeRows(index, rows, (list, at, count) => {
    list[at] = count;
  });
}

/** Removes earlier hours from an index. */
export function removeBefore(index: Map<string, AgentRollUp>, hour: number): void {
  for (const [agent, { work, tags }] of index) {
    work.splice(0, lowerBound(work, WORK_WIDTH, hour));
    for (const [tag, list] of tags) {
      list.splice(0, lowerBound(list, TAG_WIDTH, hour));
      if (list.length === 0) tags.delete(tag);
    }
    if (work.length === 0 && tags.size === 0) index.delete(agent);
  }
}

/** The offset of the first entry at or after an hour. */
export function lowerBound(list: readonly number[], width: number, hour: number): number {
  let low = 0;
  let high = list.length / width;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle * width]! < hour) low = middle + 1;
    else high = middle;
  }
  return low * width;
}

function writeRows(
  index: Map<string, AgentRollUp>,
  rows: RollUp,
  write: (list: number[], at: number, count: number) => void,
): void {
  const readHour = createHourReader();
  for (const row of rows.hours) {
    const hour = readHour(row.hour);
    if (hour === undefined) continue;
    const { work } = touchAgent(index, row.agent);
    const at = entryAt(work, WORK_WIDTH, hour);
    write(work, at + 1, wholeCount(row.submitted));
    write(work, at + 2, wholeCount(row.approved));
    write(work, at + 3, wholeCount(row.approved_with_changes));
    write(work, at + 4, wholeCount(row.rejected));
  }
  for (const row of rows.tags) {
    const hour = readHour(row.hour);
    const count = wholeCount(row.count);
    if (hour === undefined || count === 0) continue;
    const { tags } = touchAgent(index, row.agent);
    let list = tags.get(row.tag);
    if (list === undefined) tags.set(row.tag, (list = []));
    write(list, entryAt(list, TAG_WIDTH, hour) + 1, count);
  }
}

function touchAgent(index: Map<string, AgentRollUp>, agent: string): AgentRollUp {
  let found = index.get(agent);
  if (found === undefined) index.set(agent, (found = { revision: 0, work: [], tags: new Map() }));
  found.revision += 1;
  return found;
}

/** The offset of an hour's entry, which is inserted if missing. Rows mostly arrive in order. */
export function entryAt(list: number[], width: number, hour: number): number {
  const last = list.length - width;
  const at = last < 0 || list[last]! < hour ? list.length : lowerBound(list, width, hour);
  if (list[at] === hour) return at;
  if (at < list.length) list.splice(at, 0, hour, ...Array<number>(width - 1).fill(0));
  else {
    list.push(hour);
    for (let column = 1; column < width; column += 1) list.push(0);
  }
  return at;
}

/**
 * The name for everything beyond the limits below, which keep invented names from growing a report without bound. A
 * company with 5,000 agents stays far below all of them.
 */
export const OTHER_NAME = "other";

/** Tags of one agent per UTC day from tools, bots and outsiders. */
export const MAX_TAGS_PER_DAY = 200;
/** The same from people: tags that a program invents must not crowd out theirs. */
export const MAX_PEOPLE_TAGS_PER_DAY = 400;
/** Agents per UTC day. */
export const MAX_AGENTS_PER_DAY = 20_000;
/** Tags of one agent in a report, whatever its window. */
export const MAX_TAGS_PER_REPORT = 1_000;
