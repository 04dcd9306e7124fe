import { setImmediate } from "node:timers/promises";
import type { Detection, SignalHints } from "../core/signal/signal.ts";
import { SignalReader } from "../core/signal/signal-reader.ts";

/** Read in a few hundredths of a second, also where every line tells of a failure. */
const PART = 4_096;

/** `detect` in parts, between which other requests get their turn: a long log would hold them up for seconds. */
export async function hearSignal(text: string, hints: SignalHints): Promise<Detection> {
  const reader = new SignalReader(hints);
  for (let at = 0; at < text.length; at += PART) {
    if (at > 0) await setImmediate();
    reader.push(text.slice(at, at + PART));
  }
  return reader.finish();
}
