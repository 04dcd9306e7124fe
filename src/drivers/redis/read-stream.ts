import type { Redis } from "ioredis";
import { isAfterPlace } from "../../core/event/log-place.ts";
import { readStreamEntry } from "../../core/event/read-stream-entry.ts";
import type { LogPage, LogQuery } from "../../ports/event-log.ts";
import { WorldError } from "../../ports/world-error.ts";
import type { RawEntry } from "./dead-letters.ts";
import { isStreamId, type StreamKeys } from "./stream-keys.ts";

const START = "0-0";

export async function newestPlace(redis: Redis, { stream }: StreamKeys): Promise<string> {
  const [last] = (await redis.call("xrevrange", stream, "+", "-", "COUNT", 1)) as RawEntry[];
  return last?.[0] ?? START;
}

/** Entries that are no event are given as nothing; a deleted entry after that place makes a gap. */
export async function readStream(
  redis: Redis,
  { stream }: StreamKeys,
  { after, limit }: LogQuery,
): Promise<LogPage> {
  if (!isStreamId(after)) {
    throw new WorldError(
      "invalid_cursor",
      "expected the place of an entry of this log; look at everything anew",
    );
  }
  const most = Math.min(500, Math.max(1, Math.trunc(limit) || 1));
  const [raw, gap] = await Promise.all([
    redis.call("xrange", stream, `(${after}`, "+", "COUNT", most) as Promise<RawEntry[]>,
    isGone(redis, stream, after),
  ]);
  return {
    entries: raw.map(([id, fields]) => {
      const read = readStreamEntry(fields ?? []);
      return { id, event: read.state === "event" ? read.event : null };
    }),
    gap,
  };
}

/**
 * Whether entries after a place are gone. What was deleted one by one is known by its place; trimming leaves no trace but
 * a first entry after that place and fewer entries than were ever added. Servers before 7.0 tell of neither: there a
 * place before the first entry is taken for a gap, unless it is the very beginning.
 */
async function isGone(redis: Redis, stream: string, after: string): Promise<boolean> {
  const fields = (await redis.call("xinfo", "STREAM", stream).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes("no such key")) return [];
    throw error;
  })) as unknown[];
  const valueOf = (name: string): unknown => {
    const at = fields.indexOf(name);
    return at === -1 ? undefined : fields[at + 1];
  };
  const deleted = valueOf("max-deleted-entry-id");
  if (typeof deleted === "string" && isAfterPlace(deleted, after)) return true;
  const [first] = (valueOf("first-entry") ?? []) as readonly string[];
  if (first === undefined || !isAfterPlace(first, after)) return false;
  const added = valueOf("entries-added");
  return added === undefined ? after !== START : Number(added) > Number(valueOf("length"));
}
