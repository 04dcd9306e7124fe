import type { Page } from "playwright-core";
import { expect } from "vitest";

/** How long an answer can be undone before it is sent. */
const UNDO_MS = 6_000;

/** Holds timers of exactly that length until `endUndoTime()` is called, and returns how many there were. */
const HOLD = `{
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const held = new Map();
  let id = 0;
  globalThis.setTimeout = (act, ms, ...values) => {
    if (ms !== ${UNDO_MS}) return start(act, ms, ...values);
    id -= 1;
    held.set(id, act);
    return id;
  };
  globalThis.clearTimeout = (timer) => {
    if (!held.delete(timer)) stop(timer);
  };
  globalThis.endUndoTime = () => {
    const due = [...held.values()];
    held.clear();
    for (const act of due) act();
    return due.length;
  };
}`;

/**
 * Keeps answers undoable until a test ends that time, however slow the machine is. Playwright's clock runs on beside what a test
 * skips, and a stopped one would stop the page too.
 */
export async function holdUndoTime(page: Page): Promise<void> {
  await page.addInitScript({ content: HOLD });
}

const end = (page: Page): Promise<number> => page.evaluate<number>("endUndoTime()");

/** Lets the time to undo pass, once an answer waits for it. */
export async function endUndoTime(page: Page): Promise<void> {
  await expect.poll(() => end(page)).toBeGreaterThan(0);
}

/** Fails if an answer waits to be sent. */
export async function expectNothingHeld(page: Page): Promise<void> {
  expect(await end(page)).toBe(0);
}
