import { SignalReader } from "./signal-reader.ts";
import type { Detection, Signal, SignalHints } from "./signal.ts";

/**
 * Detects whether a text reports a failure, and which kind; null if it does not. Never throws. The cost is linear in the
 * text, and evidence is inside it.
 */
export function detectSignal(text: string, hints: SignalHints = {}): Signal | null {
  const reader = new SignalReader(hints);
  reader.push(text);
  return reader.end();
}

/** Like `detectSignal`, but also returns facts without a failure, such as a standing instruction. */
export function detect(text: string, hints: SignalHints = {}): Detection {
  const reader = new SignalReader(hints);
  reader.push(text);
  return reader.finish();
}
