import type { QueryKey } from "./query-keys.ts";
import { isStaleBy, type LiveEvent } from "./stale-by-event.ts";

/** What comes in together is asked for once. */
const SOON_MS = 150;
/** However much happens, a page asks no more often than this. */
export const REFRESH_EVERY_MS = 5_000;

/** All that the app has asked so far. */
export interface Questions {
  /** Marks what is out of date, and names those of it that are shown. */
  readonly mark: (isStale: (key: QueryKey) => boolean) => readonly string[];
  /** Asks those again that are still shown; `rest` leaves out what was asked again meanwhile. */
  readonly ask: (names: ReadonlySet<string>, which: "all" | "rest") => void;
}

export interface Surroundings {
  readonly questions: Questions;
  /** Whether anybody can see the page. */
  readonly isShown: () => boolean;
  readonly now: () => number;
  /** Does something later, once. */
  readonly later: (act: () => void, ms: number) => void;
}

export interface Refresher {
  readonly hear: (event: LiveEvent) => void;
  /** The page is seen again. */
  readonly show: () => void;
}

/**
 * The one place that decides when an event leads to a request. An event only marks what it made out of date; what is marked
 * and shown is asked for in one go, and what is not shown is asked for when it is.
 */
export function createRefresher({ questions, isShown, now, later }: Surroundings): Refresher {
  // Beside the mark on the question, which an answer wipes off although it was on its way before the event.
  const marked = new Set<string>();
  let isDue = false;
  let last = Number.NEGATIVE_INFINITY;

  const plan = (ms: number, which: "all" | "rest"): void => {
    if (isDue || marked.size === 0 || !isShown()) return;
    isDue = true;
    later(() => {
      isDue = false;
      if (!isShown()) return;
      last = now();
      const due = new Set(marked);
      marked.clear();
      questions.ask(due, which);
    }, ms);
  };

  return {
    hear: (event) => {
      for (const name of questions.mark((key) => isStaleBy(event, key))) marked.add(name);
      plan(Math.max(SOON_MS, last + REFRESH_EVERY_MS - now()), "all");
    },
    // Most of it is asked for as soon as the page is looked at, whoever marked it.
    show: () => plan(SOON_MS, "rest"),
  };
}
