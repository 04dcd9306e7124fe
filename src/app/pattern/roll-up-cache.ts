import {
  type AgentRollUp,
  removeBefore,
  putRows,
  type RollUpIndex,
  type RollUp,
} from "../../core/pattern/roll-up.ts";
import { hourNumber, hourText } from "../../core/time/time.ts";
import type { FeedbackStore, RollUpCursor } from "../../ports/feedback-store.ts";
import type { GateCatalogue } from "../../core/gate/gate.ts";

type RollUpSource = Pick<FeedbackStore, "rollUp" | "rollUpSince">;

/** Roll-ups of all agents in memory, as they are in the store at the moment of asking. */
export interface RollUpCache {
  /** At least the hours of the range, and maybe others; use the book before you wait for anything else, since it changes. */
  read(range: { readonly from: string; readonly to: string }): Promise<RollUpIndex>;
}

/** The first step is short, since nobody knows yet how many rows an hour has; later ones read about so many at once. */
const FIRST_STEP_HOURS = 2;
const STEP_GROWTH = 16;
const STEP_ROWS = 20_000;
/** So long after it was last asked for, what only a long window needs is forgotten. */
const IDLE_HOURS = 2;
/** So often everything is read anew: what a transaction of many seconds wrote may have been passed by. */
const ANEW_HOURS = 24;
const LAST_HOUR = "9999-12-31T23:00:00Z";

/**
 * Reads everything once, in steps between which others have their turn, and afterwards only what was written since. What
 * several ask for at the same time is read once.
 */
export function createRollUpCache(store: RollUpSource): RollUpCache {
  let book = new Map<string, AgentRollUp>();
  let place: RollUpCursor | null = null;
  /** The first hour that the book holds. */
  let held = Number.POSITIVE_INFINITY;
  let loadedAt = 0;
  /** By length in hours, when a range was last asked for. */
  const asked = new Map<number, number>();
  let latest = 0;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function load(into: Map<string, AgentRollUp>, from: number, end: number): Promise<void> {
    let step = FIRST_STEP_HOURS;
    for (let at = from; at < end;) {
      const stop = Math.min(at + step, end);
      const rows = await store.rollUp({ from: hourText(at), to: hourText(stop) });
      putRows(into, rows);
      const found = Math.max(1, rows.hours.length + rows.tags.length);
      step = Math.max(1, Math.floor(Math.min(step * STEP_GROWTH, (step * STEP_ROWS) / found)));
      at = stop;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function refresh(): Promise<void> {
    // Clocks go back, too.
    for (const [hours, last] of asked) if (Math.abs(last - latest) > IDLE_HOURS) asked.delete(hours);
    // One more, since somebody may have asked before the hour changed.
    const wanted = Math.min(...Array.from(asked, ([hours, last]) => last - hours)) - 1;
    const news = await store.rollUpSince({
      after: Math.abs(latest - loadedAt) < ANEW_HOURS ? place : null,
      from: hourText(Math.min(held, wanted)),
    });
    if (news.rows === null) {
      const made = new Map<string, AgentRollUp>();
      const end = latest;
      await load(made, wanted, end);
      // What a clock that is ahead recorded counts when its hour has come.
      putRows(made, await store.rollUp({ from: hourText(end), to: LAST_HOUR }));
      [book, held, loadedAt] = [made, wanted, end];
    } else {
      putRows(book, news.rows);
      if (wanted < held) await load(book, wanted, held);
      else if (wanted > held) removeBefore(book, wanted);
      held = wanted;
    }
    place = news.place;
  }

  return {
    read: async ({ from, to }) => {
      const end = hourNumber(to) ?? 0;
      const hours = end - (hourNumber(from) ?? end);
      asked.set(hours, end);
      latest = end;
      next ??= running
        .catch(() => undefined)
        .then(() => {
          running = next!;
          next = undefined;
          return refresh();
        });
      await next;
      return book;
    },
  };
}

const KEPT = new WeakMap<RollUpSource, RollUpCache>();

/** The same for everybody who asks about the same store, so that a process keeps its roll-ups once. */
export function cachedRollUps(store: RollUpSource): RollUpCache {
  const known = KEPT.get(store) ?? createRollUpCache(store);
  KEPT.set(store, known);
  return known;
}

/** As many of the latest records as one page of a store holds. */
const LATEST = 500;

/** What an agent reads instead of a tag that only outsiders use. */
const OTHER_TAG = "other";

/**
 * An agent's counts as the agent itself may read them. A tag is words too, and an outsider can choose it: so the tags
 * of the gates are there, and those that anybody else gave the agent's latest work. All others are counted under one
 * name.
 */
export const rollUpsForAgent = (
  feedback: Pick<FeedbackStore, "rollUp" | "rollUpPart" | "list">,
  agent: string,
  gates: GateCatalogue,
): Pick<FeedbackStore, "rollUp" | "rollUpPart"> => {
  const readable = async ({ hours, tags }: RollUp): Promise<RollUp> => {
    const isGate = (tag: string): boolean => gates.find(tag) !== undefined;
    if (tags.every(({ tag }) => isGate(tag))) return { hours, tags };
    const { items } = await feedback.list({ agent, limit: LATEST });
    const said = items.filter(({ author }) => author.trust !== "outsider").flatMap((record) => record.tags);
    const known = new Set(said);
    const nameOf = (tag: string): string => (known.has(tag) || isGate(tag) ? tag : OTHER_TAG);
    return { hours, tags: tags.map((row) => ({ ...row, tag: nameOf(row.tag) })) };
  };
  return {
    rollUp: async (range) => readable(await feedback.rollUp(range)),
    rollUpPart: async (part) => {
      const found = await feedback.rollUpPart(part);
      return found === undefined ? undefined : readable(found);
    },
  };
};
