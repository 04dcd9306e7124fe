import { messagesInLines } from "../core/signal/read-history.ts";
import type { EarlierMessage } from "../core/signal/signal.ts";
import { readTail } from "./hook-files.ts";

/** Enough for the last turns, and read in milliseconds. */
const MAX_BYTES = 128 * 1024;

/**
 * The messages before the prompt, from the agent's transcript. Undefined if they are unknown: of a long transcript only the
 * tail is read, and without an answer in it the relevant one may be earlier.
 */
export function readTranscript(file: string): readonly EarlierMessage[] | undefined {
  const tail = readTail(file, MAX_BYTES);
  if (tail === undefined) return undefined;
  const messages = messagesInLines(tail.text);
  return tail.isWhole || messages.some(({ role }) => role === "assistant") ? messages : undefined;
}
