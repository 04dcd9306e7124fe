import { setImmediate } from "node:timers/promises";
import type { Detection, SignalHints } from "../core/signal/signal.ts";
import { SignalReader } from "../core/signal/signal-reader.ts";

/** Takes some 10 ms to read even if every line reports a failure. */
const CHUNK = 4_096;

/** `detect` in chunks, with other requests in between: a long log would otherwise block them for seconds. */
export async function detectInChunks(text: string, hints: SignalHints): Promise<Detection> {
  const reader = new SignalReader(hints);
  for (let at = 0; at < text.length; at += CHUNK) {
    if (at > 0) await setImmediate();
    reader.push(text.slice(at, at + CHUNK));
  }
  return reader.finish();
}
