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

/** Roll-ups of all agents in memory, kept current with the store. */
export interface RollUpCache {
  /** At least the hours of the range. Use the result before any other await, because it changes. */
  read(range: { readonly from: string; readonly to: string }): Promise<RollUpIndex>;
}

/** The first step is short, because the number of rows per hour is unknown; later ones aim at this many rows. */
const FIRST_STEP_HOURS = 2;
const STEP_GROWTH = 16;
const STEP_ROWS = 20_000;
/** When to drop hours that only a longer window needed. */
const IDLE_HOURS = 2;
/** How often everything is reloaded, because rows of a long transaction may have been missed. */
const RELOAD_HOURS = 24;
const LAST_HOUR = "9999-12-31T23:00:00Z";

/** Loads everything once, yielding in between, and then only what changed. Concurrent readers share a load. */
export function createRollUpCache(store: RollUpSource): RollUpCache {
  let index = new Map<string, AgentRollUp>();
  let cursor: RollUpCursor | null = null;
  /** The first cached hour. */
  let firstHour = Number.POSITIVE_INFINITY;
  let loadedAt = 0;
  /** When a range was last requested, by its length in hours. */
  const lastRequested = new Map<number, number>();
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
    // Clocks may go back.
    for (const [hours, last] of lastRequested)
      if (Math.abs(last - latest) > IDLE_HOURS) lastRequested.delete(hours);
    // One more, in case the hour changed meanwhile.
    const wanted = Math.min(...Array.from(lastRequested, ([hours, last]) => last - hours)) - 1;
    const update = await store.rollUpSince({
      after: Math.abs(latest - loadedAt) < RELOAD_HOURS ? cursor : null,
      from: hourText(Math.min(firstHour, wanted)),
    });
    if (update.rows === null) {
      const made = new Map<string, AgentRollUp>();
      const end = latest;
      await load(made, wanted, end);
      // Records from a clock that is ahead are included once their hour comes.
      putRows(made, await store.rollUp({ from: hourText(end), to: LAST_HOUR }));
      [index, firstHour, loadedAt] = [made, wanted, end];
    } else {
      putRows(index, update.rows);
      if (wanted < firstHour) await load(index, wanted, firstHour);
      else if (wanted > firstHour) removeBefore(index, wanted);
      firstHour = wanted;
    }
    cursor = update.place;
  }

  return {
    read: async ({ from, to }) => {
      const end = hourNumber(to) ?? 0;
      const hours = end - (hourNumber(from) ?? end);
      lastRequested.set(hours, end);
      latest = end;
      next ??= running
        .catch(() => undefined)
        .then(() => {
          running = next!;
          next = undefined;
          return refresh();
        });
      await next;
      return index;
    },
  };
}

const CACHES = new WeakMap<RollUpSource, RollUpCache>();

/** One cache per store and process. */
export function cachedRollUps(store: RollUpSource): RollUpCache {
  const known = CACHES.get(store) ?? createRollUpCache(store);
  CACHES.set(store, known);
  return known;
}

/** One page of a store. */
const LATEST = 500;

/** Replaces tags that only outsiders use. */
const OTHER_TAG = "other";

/**
 * An agent's counts as the agent itself may read them. A tag is text that an outsider may have chosen, so only tags
 * of gates and those that others gave the agent's latest work are shown. The rest is counted under one name.
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
    const insiderTags = items
      .filter(({ author }) => author.trust !== "outsider")
      .flatMap((record) => record.tags);
    const known = new Set(insiderTags);
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
