import type { Redis } from "ioredis";
import type { GroupReader, Taken } from "./group-reader.ts";

/** Tries at ending a wait, 10 ms apart, before its connection is closed. */
const MOST_TRIES = 50;

/** Reads on a connection of its own, where the server waits until there is something. */
export interface WaitingReader {
  /** To be called for each connection, since the next one has another id. */
  readonly begin: () => Promise<void>;
  /** Without a wait, only what is there. */
  readonly read: (count: number, waitMs: number | undefined) => Promise<Taken[][]>;
  /** Ends a wait, until its reader has `ended`; where Redis does not hear, the connection is closed. */
  readonly wake: (ended: Promise<void>, isOut: () => boolean) => Promise<void>;
}

export function createWaitingReader(
  reader: GroupReader,
  connection: Redis,
  unblock: (clientId: number) => Promise<unknown>,
): WaitingReader {
  const state = { isWaiting: false, clientId: Number.NaN };
  connection.on("close", () => {
    state.clientId = Number.NaN;
  });
  return {
    begin: async () => {
      state.clientId = Number(await connection.client("ID").catch(() => undefined));
    },
    read: (count, waitMs) => {
      state.isWaiting = waitMs !== undefined;
      return reader.read(connection, count, waitMs).finally(() => {
        state.isWaiting = false;
      });
    },
    wake: async (ended, isOut) => {
      for (let tries = 0; state.isWaiting; tries += 1) {
        if (tries > MOST_TRIES || isOut() || Number.isNaN(state.clientId)) return connection.disconnect();
        const unblocked = unblock(state.clientId).catch(() => {});
        // The read may still be on its way to the server, so one call is not always enough.
        const soon = new Promise((resolve) => setTimeout(resolve, 10));
        await Promise.race([Promise.all([unblocked, ended]), soon]);
      }
    },
  };
}
