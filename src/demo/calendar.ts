const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The days of the story as it is written. */
const STORY_DAYS = 56;
/** The last days are never stretched, because proposals expire after a week. */
const UNSCALED_DAYS = 14;

/** Converts between days of the story and timestamps. */
export interface Calendar {
  readonly days: number;
  readonly begin: number;
  readonly present: number;
  /** The time of a story day from 0 to 56. A shorter story runs faster, a longer one slower at first. */
  readonly at: (day: number) => number;
  readonly dayAt: (time: number) => number;
  /** How much more happens on each day if the story is short. */
  readonly pace: number;
}

const MAX_PACE = 2.5;
/** Stories down to this share of the full length need no higher pace. */
const SLACK = 0.75;

export function createCalendar(present: Date, days: number): Calendar {
  const end = present.getTime();
  const begin = end - days * DAY_MS;
  const isLong = days > STORY_DAYS;
  const turn = STORY_DAYS - UNSCALED_DAYS;
  const early = (days - UNSCALED_DAYS) / turn;
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
    pace: Math.min(MAX_PACE, Math.max(1, SLACK / scale)),
  };
}

const FIRST_HOUR = 8;
const WORK_HOURS = 10;

/** Moves a time into working hours of the same day, in the same order. The first and the last day stay as they are. */
function workTime(time: number, begin: number, end: number): number {
  const midnight = Math.floor(time / DAY_MS) * DAY_MS;
  const working = midnight + FIRST_HOUR * HOUR_MS + (time - midnight) * (WORK_HOURS / 24);
  return working <= begin || midnight + DAY_MS > end ? time : Math.round(working);
}

/** The midnight of every day, in UTC. */
export function midnights({ begin, present }: Calendar): readonly number[] {
  const first = Math.floor(begin / DAY_MS) * DAY_MS;
  const found: number[] = [];
  for (let day = first; day <= present; day += DAY_MS) found.push(day);
  return found;
}

export const isWeekend = (midnight: number): boolean => [0, 6].includes(new Date(midnight).getUTCDay());

export const hours = (count: number): number => count * HOUR_MS;
export const minutes = (count: number): number => count * 60_000;
