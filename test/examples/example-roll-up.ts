import { CODE_PACK } from "../../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../../src/core/gate/gate.ts";
import { type PatternWindow, windowOf } from "../../src/core/pattern/pattern-window.ts";
import type { AgentHour, TagHour } from "../../src/core/pattern/roll-up.ts";
import { hourNumber, hourText } from "../../src/core/time/time.ts";

/** The present of every example and test of patterns. */
const EXAMPLE_NOW = "2026-03-10T11:42:00Z";

export const EXAMPLE_CATALOGUE = createGateCatalogue([CODE_PACK]);

/** A window that ends with the hour of `EXAMPLE_NOW`. */
export function exampleWindow(hours: number, now = EXAMPLE_NOW): PatternWindow {
  const window = windowOf(now, hours);
  if (!window.ok) throw new Error(window.error.message);
  return window.value;
}

/** 0 is the hour of `EXAMPLE_NOW`. */
export const hoursAgo = (hours: number): string => hourText((hourNumber(EXAMPLE_NOW) ?? 0) - hours);

export const workRow = (agent: string, ago: number, counts: Partial<AgentHour>): AgentHour => ({
  agent,
  hour: hoursAgo(ago),
  submitted: 0,
  approved: 0,
  approved_with_changes: 0,
  rejected: 0,
  ...counts,
});

export const tagRow = (agent: string, tag: string, ago: number, count = 1): TagHour => ({
  agent,
  tag,
  hour: hoursAgo(ago),
  count,
});
