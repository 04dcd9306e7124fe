import type { Redis } from "ioredis";
import { run, type RawEntry } from "./dead-letters.ts";
import { toEntryBody, fromEntryBody } from "./entry-body.ts";
import { BURY, FORGET, TAKE } from "./scripts.ts";
import type { StreamKeys } from "./stream-keys.ts";

/** A source of a group's entries: the stream that everyone reads, or the group's own replays. */
export interface Source {
  readonly key: string;
  readonly replay: boolean;
}

/** An entry that belongs to this consumer until it is acknowledged. */
export interface TakenEntry {
  readonly source: Source;
  /** Id in the source. */
  readonly id: string;
  /** Id in the log, even if it came back from the dead letters. */
  readonly entry: string;
  readonly fields: readonly string[];
  readonly attempt: number;
}

export interface OwnEntry {
  readonly source: Source;
  readonly id: string;
}

export const keyOf = ({ source, id }: OwnEntry): string => `${source.replay ? "r" : "s"} ${id}`;

/** The commands of one consumer of a group. After `stuckMs` of silence, others may take its entries. */
export class GroupReader {
  readonly #redis: Redis;
  readonly #keys: StreamKeys;
  readonly #group: string;
  readonly #consumer: string;
  readonly #stuckMs: number;
  readonly #sources: readonly Source[];

  constructor(redis: Redis, keys: StreamKeys, group: string, consumer: string, stuckMs: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#group = group;
    this.#consumer = consumer;
    this.#stuckMs = stuckMs;
    this.#sources = [
      { key: keys.stream, replay: false },
      { key: keys.replayOf(group), replay: true },
    ];
  }

  /** Creates the group if it is missing, reading from the beginning. */
  async ensure(): Promise<void> {
    for (const { key } of this.#sources) {
      await this.#redis
        .call("xgroup", "CREATE", key, this.#group, "0", "MKSTREAM")
        .catch((error: unknown) => {
          if (!(error instanceof Error && error.message.startsWith("BUSYGROUP"))) throw error;
        });
    }
  }

  /** New entries, one list per source that has some. Waits for them on a separate connection. */
  async read(blocking: Redis, count: number, waitMs?: number): Promise<TakenEntry[][]> {
    const block = waitMs === undefined ? [] : ["BLOCK", Math.max(1, Math.ceil(waitMs))];
    const who = ["GROUP", this.#group, this.#consumer];
    const where = ["STREAMS", ...this.#sources.map(({ key }) => key), ">", ">"];
    const reply = (await blocking.call("xreadgroup", ...who, "COUNT", count, ...block, ...where)) as
      | [key: string, entries: RawEntry[]][]
      | null;
    return (reply ?? []).map(([key, entries]) => {
      const source = this.#sources.find((one) => one.key === key)!;
      return entries.map((entry) => toTakenEntry(source, entry, 1));
    });
  }

  /**
   * Counts one more attempt. Returns `gone` if the entry was deleted meanwhile, or undefined if another consumer has
   * it.
   */
  async take({ source, id }: OwnEntry): Promise<TakenEntry | "gone" | undefined> {
    const reply = (await this.#redis.eval(TAKE, 1, source.key, this.#group, this.#consumer, id)) as
      | [attempt: number, entry: RawEntry | null]
      | null;
    if (reply === null) return undefined;
    const [attempt, entry] = reply;
    return entry === null ? "gone" : toTakenEntry(source, entry, attempt);
  }

  async acknowledge(entries: readonly TakenEntry[]): Promise<void> {
    const commands = this.#sources.flatMap(({ key, replay }) => {
      const ids = entries.filter(({ source }) => source.key === key).map(({ id }) => id);
      if (ids.length === 0) return [];
      const acknowledge = ["xack", key, this.#group, ...ids];
      return replay ? [acknowledge, ["xdel", key, ...ids]] : [acknowledge];
    });
    await run(this.#redis, commands);
  }

  /** An unreadable entry is unreadable for every group, so it gets only one letter. */
  async bury(
    { source, id, entry, fields, attempt }: TakenEntry,
    {
      reason,
      time,
      unreadable,
    }: { readonly reason: string; readonly time: string; readonly unreadable: boolean },
  ): Promise<void> {
    const { body, field } = toEntryBody(fields);
    const keys = [source.key, this.#keys.dead, this.#keys.deadCounts, this.#keys.buried];
    const mark = unreadable ? entry : `${entry} ${this.#group}`;
    const letter = [entry, body, field, reason, attempt, time, mark];
    await this.#redis.eval(BURY, 4, ...keys, this.#group, id, source.replay ? "1" : "0", ...letter);
  }

  /** Entries that Redis assigns to this consumer, oldest first and up to a limit. */
  async own(): Promise<OwnEntry[]> {
    const replies = (await run(
      this.#redis,
      this.#sources.map(({ key }) => ["xpending", key, this.#group, "-", "+", 5_000, this.#consumer]),
    )) as [id: string][][];
    return this.#sources.flatMap((source, at) => (replies[at] ?? []).map(([id]) => ({ source, id })));
  }

  /**
   * Sets the idle time of this consumer's entries without counting an attempt: zero keeps them, more gives them up.
   */
  async setIdle(entries: readonly OwnEntry[], idleMs: (entry: OwnEntry) => number): Promise<void> {
    const claims = new Map<string, (string | number)[]>();
    const tails = new Map<string, (string | number)[]>();
    for (const one of entries) {
      const idle = Math.max(0, Math.floor(idleMs(one)));
      const kind = `${idle} ${one.source.key}`;
      const claim = claims.get(kind) ?? ["xclaim", one.source.key, this.#group, this.#consumer, 0];
      claim.push(one.id);
      claims.set(kind, claim);
      tails.set(kind, ["IDLE", idle, "JUSTID"]);
    }
    await run(
      this.#redis,
      Array.from(claims, ([kind, claim]) => [...claim, ...(tails.get(kind) ?? [])]),
    );
  }

  /** Takes over about `limit` entries of consumers that are stuck, and also returns those that were deleted. */
  async reclaim(limit: number): Promise<{ readonly own: OwnEntry[]; readonly gone: OwnEntry[] }> {
    const own: OwnEntry[] = [];
    const gone: OwnEntry[] = [];
    for (const source of this.#sources) {
      let cursor = "0-0";
      do {
        if (own.length >= limit) return { own, gone };
        const who = [source.key, this.#group, this.#consumer];
        const what = [this.#stuckMs, cursor, "COUNT", 100, "JUSTID"];
        const [next, ids, deleted] = (await this.#redis.call("xautoclaim", ...who, ...what)) as [
          next: string,
          ids: string[],
          deleted?: string[],
        ];
        own.push(...ids.map((id) => ({ source, id })));
        gone.push(...(deleted ?? []).map((id) => ({ source, id })));
        cursor = next;
      } while (cursor !== "0-0");
    }
    return { own, gone };
  }

  /** Removes consumers that hold nothing and have been idle for this long. */
  async forget(idleMs: number): Promise<void> {
    const forget = (key: string) => ["eval", FORGET, 1, key, this.#group, idleMs, this.#consumer];
    await run(
      this.#redis,
      this.#sources.map(({ key }) => forget(key)),
    );
  }
}

function toTakenEntry(source: Source, [id, raw]: RawEntry, attempt: number): TakenEntry {
  const fields = raw ?? [];
  if (!source.replay) return { source, id, entry: id, fields, attempt };
  const [, entry = id, , body = "", , field = ""] = fields;
  return { source, id, entry, fields: fromEntryBody({ body, field }), attempt };
}
