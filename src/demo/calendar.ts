const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The length for which the story is written, in days. */
const STORY_DAYS = 56;
/** From here on the story is told to the day, however long it is: proposals wait for a week at most. */
const LAST_PART = 14;

/** Turns days of the story into moments. */
export interface Calendar {
  readonly days: number;
  readonly begin: number;
  readonly present: number;
  /** The moment of a day of the story as it is written, 0 to 56; a shorter story is told faster, a longer one slower at first. */
  readonly at: (day: number) => number;
  /** The story's day of a moment. */
  readonly dayAt: (time: number) => number;
  /** How many times as much happens in a day where the story is short. */
  readonly pace: number;
}

const MOST_PACE = 2.5;
/** A story somewhat shorter than it is written needs no more work a day. */
const SLACK = 0.75;

export function createCalendar(present: Date, days: number): Calendar {
  const end = present.getTime();
  const begin = end - days * DAY_MS;
  const isLong = days > STORY_DAYS;
  const turn = STORY_DAYS - LAST_PART;
  const early = (days - LAST_PART) / turn;
  const scale = days / STORY_DAYS;
  const toReal = (day: number): number => {
    if (!isLong) return day * scale;
    return day < turn ? day * early : days - (STORY_DAYS - day);
  };
  const toStory = (real: number): number => {
    if (!isLong) return real / scale;
    return real < turn * early ? real / early : STORY_DAYS - (days - real);
  };
  return {
    days,
    begin,
    present: end,
    at: (day) => workTime(Math.round(begin + toReal(day) * DAY_MS), begin, end),
    dayAt: (time) => toStory((time - begin) / DAY_MS),
    pace: Math.min(MOST_PACE, Math.max(1, SLACK / scale)),
  };
}

const FIRST_HOUR = 8;
const WORK_HOURS = 10;

/** The same order within the same day, at hours at which people work; the first and the last day stay as they are. */
function workTime(time: number, begin: number, end: number): number {
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const working = midnight + FIRST_HOUR * HOUR_MS + (time - midnight) * (WORK_HOURS / 24);
  return working <= begin || midnight + DAY_MS > end ? time : Math.round(working);
}

/** The UTC days from the begin on, each as its midnight. */
export function midnights({ begin, present }: Calendar): readonly number[] {
  const first = Math.floor(begin / DAY_MS) * DAY_MS;
  const found: number[] = [];
  for (let day = first; day <= present; day += DAY_MS) found.push(day);
  return found;
}

export const isWeekend = (midnight: number): boolean => [0, 6].includes(new Date(midnight).getUTCDay());

export const hours = (count: number): number => count * HOUR_MS;
export const minutes = (count: number): number => count * 60_000;
