import { parseBody } from "./parse-body.ts";
import type { LogEntry } from "../../../ports/event-log.ts";

/** An entry to handle for a group. */
export interface DueEntry {
  readonly position: number;
  readonly body: string;
  /** Number of the upcoming attempt. 1 for entries just read from the log. */
  readonly attempt: number;
  /** Whether the group has already read past it and retries it from its retry list. */
  readonly isRetry: boolean;
}

/** The outcome of an attempt. `thrown` is an object because a handler can throw anything, even undefined. */
export interface AttemptOutcome {
  readonly entry: DueEntry;
  readonly thrown?: { readonly error: unknown };
}

/**
 * Calls the handler with all entries, and with each alone if that throws. Returns outcomes for a leading part of the
 * entries if it has to stop early.
 */
export async function attemptEntries(
  entries: readonly DueEntry[],
  handle: (entries: readonly LogEntry[]) => Promise<void>,
  canContinue: () => boolean,
): Promise<readonly AttemptOutcome[]> {
  if (entries.length > 1) {
    if (!canContinue()) return [];
    try {
      await handle(entries.map(toLogEntry));
      return entries.map((entry) => ({ entry }));
    } catch {
      // Handling each entry alone shows which one failed.
    }
  }
  const outcomes: AttemptOutcome[] = [];
  for (const entry of entries) {
    if (!canContinue()) break;
    try {
      await handle([toLogEntry(entry)]);
      outcomes.push({ entry });
    } catch (error) {
      outcomes.push({ entry, thrown: { error } });
    }
  }
  return outcomes;
}

const toLogEntry = ({ position, body, attempt }: DueEntry): LogEntry => ({
  id: String(position),
  event: parseBody(body),
  attempt,
});
