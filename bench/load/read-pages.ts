import { percentile } from "./drive-decisions.ts";
import { PAGES } from "./make-request.ts";

/** What the pages ask for, each once, and what the first of them shows. */
const PATHS = ["agents?window=24h", ...new Set(PAGES)].map((path) => path.replace("{agent}", "agent-0"));
const PAUSE_MS = 100;

export interface PageReading {
  readonly read: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

/** Reads what the pages of the app show, one after the other, until it is stopped. */
export function readPages(url: string, token: string): { readonly stop: () => Promise<PageReading> } {
  const times: number[] = [];
  let failed = 0;
  const stopping = new AbortController();
  const reading = (async () => {
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      const started = performance.now();
      const response = await fetch(`${url}/api/v1/${PATHS[at % PATHS.length]}`, {
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok === true) times.push(performance.now() - started);
      else failed += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await reading;
      const ascending = Float64Array.from(times).toSorted();
      return {
        read: times.length,
        failed,
        p50: percentile(ascending, 0.5),
        p99: percentile(ascending, 0.99),
      };
    },
  };
}
