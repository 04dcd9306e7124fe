import { defined } from "../../core/defined.ts";
import { joinLogs } from "../../app/event/join-logs.ts";
import { ownStreamOf } from "../../core/event/emend-event.ts";
import type { DecisionStream, EventLog } from "../../ports/event-log.ts";
import type { Store } from "../../ports/store.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import type { EventPorts } from "./event-ports.ts";
import type { LogOptions } from "../options/events-options.ts";
import { chosenStore } from "./open-store.ts";
import { storePlace } from "../../compose/store-place.ts";

/** An open event log, with the store if that was opened too. */
export interface OpenedLog {
  readonly log: EventLog;
  /** For display, without a password. */
  readonly name: string;
  readonly store?: Store;
  /** The stream in which others publish decisions, if it is a separate one. */
  readonly decisions?: EventLog & DecisionStream;
  readonly close: () => Promise<void>;
}

/** Opens the selected log. The store is opened if it is the log, or if it is `needed`. */
export async function openEventLog(
  io: CliIo,
  options: LogOptions,
  ports: EventPorts,
  store: { readonly needed: boolean; readonly create: boolean },
): Promise<OpenedLog> {
  const { events } = await configOf(io);
  const url = options.redis ?? events.redisUrl;
  const stream = options.stream ?? events.stream;
  const ownStream = options.ownStream ?? events.ownStream ?? ownStreamOf(stream);
  const flag = options.stream === undefined ? "--own-stream" : "--stream";
  if (url === undefined && (options.stream ?? options.ownStream) !== undefined) {
    throw usageError(
      "redis_missing",
      `${flag} needs Redis, but no Redis address is set`,
      "add --redis redis://host:6379, or set events.redis_url or EMEND_REDIS_URL",
    );
  }
  const opened =
    url === undefined || store.needed
      ? await ports.openStore(io, { file: options.store, create: store.create })
      : undefined;
  if (url === undefined) {
    return ownLog(opened!, await storeName(io, options));
  }
  try {
    const own = await ports.openEvents({ url, stream: ownStream });
    // The same name for both means one stream with everything.
    const decisions =
      stream === ownStream
        ? undefined
        : await ports.openEvents({ url, stream }).catch(async (error: unknown) => {
            await own.close();
            throw error;
          });
    const log = decisions === undefined ? own : joinLogs(own, decisions);
    return {
      log,
      name: `${withoutSecrets(url)} ${decisions === undefined ? stream : `${ownStream}, decisions from ${stream}`}`,
      ...defined({ decisions, store: opened }),
      close: async () => {
        await log.close();
        await opened?.close();
      },
    };
  } catch (error) {
    await opened?.close();
    throw error;
  }
}

const ownLog = (store: Store, name: string): OpenedLog => ({
  log: store.events,
  name,
  store,
  close: () => store.close(),
});

export const storeName = async (io: CliIo, { store }: LogOptions): Promise<string> =>
  withoutSecrets(storePlace(io.cwd, await chosenStore(io, store)));

/** Removes credentials and query from an address. A path stays as it is. */
function withoutSecrets(address: string): string {
  if (!/^[a-z]+:\/\//i.test(address)) return address;
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "the address given";
  }
}
