import { createHourReader } from "../time/time.ts";
import { wholeCount } from "./work-counts.ts";

/** Counted from 1970, as stores keep it, or an RFC 3339 spelling of any time within it. */
export type RollUpHour = number | string;

/** What happened to one agent's work within one hour. */
export interface AgentHour {
  readonly agent: string;
  readonly hour: RollUpHour;
  /** Counted in the hour of submission, decided or not. */
  readonly submitted: number;
  /** This and the following are counted in the hour of the decision. */
  readonly approved: number;
  readonly approved_with_changes: number;
  readonly rejected: number;
}

/** How many of one agent's rejections named one tag within one hour; a rejection counts once for each of its tags. */
export interface TagHour {
  readonly agent: string;
  readonly tag: string;
  readonly hour: RollUpHour;
  readonly count: number;
}

/**
 * Hourly counts of one or many agents, in any order. Rows of the same hour add up, so a store may keep
 * several; a count that is no whole number above zero adds nothing, and neither does an unreadable hour.
 */
export interface RollUp {
  readonly hours: readonly AgentHour[];
  readonly tags: readonly TagHour[];
}

/** One agent's roll-ups, oldest hour first, as flat lists of numbers: millions of rows are kept and looked through at once. */
export interface AgentBook {
  /** Another one after every change of the agent's rows. */
  revision: number;
  /** `WORK_WIDTH` numbers for each hour: the hour, submitted, approved, approved with changes, rejected. */
  readonly work: number[];
  /** `TAG_WIDTH` numbers for each hour: the hour and the count. */
  readonly tags: Map<string, number[]>;
}

/** Roll-ups by agent. */
export type RollUpBook = ReadonlyMap<string, AgentBook>;

export const WORK_WIDTH = 5;
export const TAG_WIDTH = 2;

/** Rows of the same hour add up. */
export function bookOf(rows: RollUp): RollUpBook {
  const book = new Map<string, AgentBook>();
  writeRows(book, rows, (list, at, count) => {
    list[at] = list[at]! + count;
  });
  return book;
}

/** Writes rows into a book in place of what it says of the same agent, tag and hour. */
export function putRows(book: Map<string, AgentBook>, rows: RollUp): void {
  writeRows(book, rows, (list, at, count) => {
    list[at] = count;
  });
}

/** Takes hours before this one out of a book. */
export function forgetBefore(book: Map<string, AgentBook>, hour: number): void {
  for (const [agent, { work, tags }] of book) {
    work.splice(0, lowerBound(work, WORK_WIDTH, hour));
    for (const [tag, list] of tags) {
      list.splice(0, lowerBound(list, TAG_WIDTH, hour));
      if (list.length === 0) tags.delete(tag);
    }
    if (work.length === 0 && tags.size === 0) book.delete(agent);
  }
}

/** Where in a list the first entry of this hour or a later one begins. */
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
  book: Map<string, AgentBook>,
  rows: RollUp,
  write: (list: number[], at: number, count: number) => void,
): void {
  const readHour = createHourReader();
  for (const row of rows.hours) {
    const hour = readHour(row.hour);
    if (hour === undefined) continue;
    const { work } = changedIn(book, row.agent);
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
    const { tags } = changedIn(book, row.agent);
    let list = tags.get(row.tag);
    if (list === undefined) tags.set(row.tag, (list = []));
    write(list, entryAt(list, TAG_WIDTH, hour) + 1, count);
  }
}

function changedIn(book: Map<string, AgentBook>, agent: string): AgentBook {
  let found = book.get(agent);
  if (found === undefined) book.set(agent, (found = { revision: 0, work: [], tags: new Map() }));
  found.revision += 1;
  return found;
}

/** The entry of an hour, made where there is none; rows mostly come in the order of time. */
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
 * How many names roll-ups count apart, so that nobody makes a report grow without bound by inventing names. Names beyond are
 * counted together under `other`. A company of 5,000 agents stays far below all of them.
 */
export const OTHER_NAME = "other";

/** Tags of one agent in one UTC day, if tools, bots and outsiders name them. */
export const MOST_TAGS_A_DAY = 200;
/** The same if people do: what a program invents must not crowd out what people say. */
export const MOST_TAGS_OF_PEOPLE_A_DAY = 400;
/** Agents in one UTC day. */
export const MOST_AGENTS_A_DAY = 20_000;
/** Tags of one agent that a report tells apart, whatever its window. */
export const MOST_TAGS_A_REPORT = 1_000;
