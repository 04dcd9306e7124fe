import type { Redis } from "ioredis";
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
  const [raw, deleted] = await Promise.all([
    redis.call("xrange", stream, `(${after}`, "+", "COUNT", most) as Promise<RawEntry[]>,
    lastDeleted(redis, stream),
  ]);
  return {
    entries: raw.map(([id, fields]) => {
      const read = readStreamEntry(fields ?? []);
      return { id, event: read.state === "event" ? read.event : null };
    }),
    gap: isLater(deleted, after),
  };
}

/** Servers before 7.0 do not tell; then nothing counts as deleted. */
async function lastDeleted(redis: Redis, stream: string): Promise<string> {
  const fields = (await redis.call("xinfo", "STREAM", stream).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes("no such key")) return [];
    throw error;
  })) as unknown[];
  const at = fields.indexOf("max-deleted-entry-id");
  return at === -1 ? START : String(fields[at + 1]);
}

function isLater(one: string, other: string): boolean {
  const [time, seq] = one.split("-").map(BigInt);
  const [otherTime, otherSeq] = other.split("-").map(BigInt);
  return time! > otherTime! || (time === otherTime && seq! > otherSeq!);
}
