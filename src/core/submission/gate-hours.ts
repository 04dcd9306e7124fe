import { fail, ok, type Result } from "../result.ts";

/** How long work may wait at each gate. */
export interface GateHours {
  hoursOf(gate: string): number;
}

export interface GateHoursProblem {
  readonly code: "invalid_gate_hours";
  readonly message: string;
}

/** Of a gate that nobody named. */
const USUAL_HOURS = 8;
const NAMED_HOURS: readonly (readonly [gate: string, hours: number])[] = [
  ["Before send", 2],
  ["Before merge", 4],
  ["Before publish", 8],
];
/** Stands for every gate that is not named. */
const EVERY_OTHER = "*";
const MAX_HOURS = 8_760;

/** What holds where nothing is set. */
export const DEFAULT_GATE_HOURS: GateHours = createGateHours([]);

/**
 * Reads entries such as `Before merge=4` or `HITL-1=0.5`; `*=24` is for gates that nobody names. They come before the
 * gates known by themselves, and of two for one gate the later holds. A name's case, blanks, `-` and `_` do not count.
 */
export function parseGateHours(entries: readonly string[]): Result<GateHours, GateHoursProblem> {
  const read: (readonly [string, number])[] = [];
  for (const entry of entries) {
    const at = entry.lastIndexOf("=");
    const gate = entry.slice(0, Math.max(0, at)).trim();
    const text = entry.slice(at + 1).trim();
    const hours = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
    if (at < 1 || gate === "" || hours <= 0 || hours > MAX_HOURS) {
      const message = `expected a gate and its hours, as in "Before merge=4", with hours above 0 and up to ${MAX_HOURS}; got ${JSON.stringify(entry.slice(0, 80))}`;
      return fail({ code: "invalid_gate_hours", message });
    }
    read.push([gate, hours]);
  }
  return ok(createGateHours(read));
}

function createGateHours(entries: readonly (readonly [string, number])[]): GateHours {
  const known = new Map([...NAMED_HOURS, ...entries].map(([gate, hours]) => [gateKey(gate), hours]));
  const other = known.get(EVERY_OTHER) ?? USUAL_HOURS;
  return { hoursOf: (gate) => known.get(gateKey(gate)) ?? other };
}

/** So that `before-merge` and `Before merge` are one gate. */
function gateKey(gate: string): string {
  return gate
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, " ")
    .trim();
}
