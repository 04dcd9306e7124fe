import { createHourReader } from "../time/to-hour.ts";
import type { RollUp } from "./roll-up.ts";
import { wholeCount } from "./work-counts.ts";

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
