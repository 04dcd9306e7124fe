import { messagesInLines } from "../core/signal/read-history.ts";
import type { EarlierMessage } from "../core/signal/signal.ts";
import { readEnd } from "./hook-files.ts";

/** The last turns are in it, and it is read in a few thousandths of a second. */
const MOST_BYTES = 128 * 1024;

/**
 * What was said in a session before the prompt, from the transcript that the agent keeps; nothing if that is unknown. In a
 * long session the end alone is read: if no answer is in it, there may be one before it.
 */
export function readTranscript(file: string): readonly EarlierMessage[] | undefined {
  const end = readEnd(file, MOST_BYTES);
  if (end === undefined) return undefined;
  const messages = messagesInLines(end.text);
  return end.isWhole || messages.some(({ role }) => role === "assistant") ? messages : undefined;
}
