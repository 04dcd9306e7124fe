import { parseBody } from "./parse-body.ts";
import type { LogEntry } from "../../../ports/event-log.ts";

/** An entry that a group has to handle. */
export interface DueEntry {
  readonly position: number;
  readonly body: string;
  /** Which attempt the next one is; 1 for what was just read from the log. */
  readonly attempt: number;
  /** Whether the group has read past it, and keeps it aside to try again. */
  readonly isAside: boolean;
}

/** How an attempt ended; `error` is what the handler threw, wrapped so that it may be anything. */
export interface AttemptEnd {
  readonly entry: DueEntry;
  readonly thrown?: { readonly error: unknown };
}

/**
 * Hands entries over, together at first and each alone where that throws. Answers for a leading part of them
 * only, where it may no longer go on.
 */
export async function attemptEntries(
  entries: readonly DueEntry[],
  handle: (entries: readonly LogEntry[]) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<readonly AttemptEnd[]> {
  if (entries.length > 1) {
    if (!mayGoOn()) return [];
    try {
      await handle(entries.map(toLogEntry));
      return entries.map((entry) => ({ entry }));
    } catch {
      // Which of them it was shows when each is given alone.
    }
  }
  const ends: AttemptEnd[] = [];
  for (const entry of entries) {
    if (!mayGoOn()) break;
    try {
      await handle([toLogEntry(entry)]);
      ends.push({ entry });
    } catch (error) {
      ends.push({ entry, thrown: { error } });
    }
  }
  return ends;
}

const toLogEntry = ({ position, body, attempt }: DueEntry): LogEntry => ({
  id: String(position),
  event: parseBody(body),
  attempt,
});
