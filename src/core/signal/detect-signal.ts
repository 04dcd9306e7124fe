import { SignalReader } from "./signal-reader.ts";
import type { Detection, Signal, SignalHints } from "./signal.ts";

/**
 * Hears whether a text tells of a failure, and which kind; null when it does not. Never throws; the cost
 * is linear in the text, and evidence lies within it.
 */
export function detectSignal(text: string, hints: SignalHints = {}): Signal | null {
  const reader = new SignalReader(hints);
  reader.push(text);
  return reader.end();
}

/** The same with what is heard where nothing failed: a standing instruction is among the facts then. */
export function detect(text: string, hints: SignalHints = {}): Detection {
  const reader = new SignalReader(hints);
  reader.push(text);
  return reader.finish();
}
