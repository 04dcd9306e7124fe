import { plainVersion } from "../../core/review/version-policy.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { HttpMetrics } from "../http-metrics.ts";
import { knownValues, labelValue, OTHER } from "./label-value.ts";
import { type GaugeName, METRICS, type MetricName } from "./metric-table.ts";
import { type ReadingParts, readingsOf } from "./readings.ts";
import type { Reading, Sample } from "./reading.ts";

/** A part that failed is tried again after this, however seldom it is read. */
const RETRY_MS = 5_000;

/** A part is idle for so many times as long as it took, so that scrapes never take the store's time from others. */
const IDLE = 4;

export interface HttpMetricsParts extends ReadingParts {
  readonly version: string;
  /** Counts on, whatever the clock does. */
  readonly nowMs?: () => number;
  /** How long one scrape waits for the store. */
  readonly limitMs?: number;
  /** Hears of what could not be read. Never throws. */
  readonly onFault?: (part: string, error: unknown) => void;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const BUCKETS = [0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10];
/** Versions come with requests, so only the first of them have their own labels. */
const MOST_VERSIONS = 20;
const MOST_WORDS = 100;

/** Counts what happens in this process, and reads the rest from the store when it is asked for. */
export function createHttpMetrics({
  version,
  nowMs = () => performance.now(),
  limitMs = 2_000,
  onFault,
  ...parts
}: HttpMetricsParts): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "emend_" });
  const of = <N extends MetricName>(name: N) => ({
    name,
    help: METRICS[name].help,
    labelNames: METRICS[name].labels,
    registers: [registry],
  });
  const requests = new Histogram({ ...of("emend_http_request_duration_seconds"), buckets: BUCKETS });
  const signals = new Counter(of("emend_signals_total"));
  const reviews = new Counter(of("emend_reviews_total"));
  const diagnostics = new Counter(of("emend_review_diagnostics_total"));
  const failures = new Counter(of("emend_scrape_failures_total"));
  new Gauge(of("emend_build_info")).set({ version: labelValue(version) }, 1);

  const readings = readingsOf(parts);
  const gauges = new Map<GaugeName, Gauge>(
    readings.flatMap(({ metrics }) => metrics.map((name) => [name, new Gauge(of(name)) as Gauge] as const)),
  );
  for (const gauge of gauges.values()) empty(gauge);
  for (const { part } of readings) failures.inc({ part }, 0);
  const scrape = createScrape(readings, {
    nowMs,
    limitMs,
    onFailure: (part, error) => {
      failures.inc({ part });
      onFault?.(part, error);
    },
  });

  const schemaVersion = knownValues(MOST_VERSIONS);
  const promptVersion = knownValues(MOST_VERSIONS);
  const word = knownValues(MOST_WORDS);
  return {
    request: (route, method, status, seconds) =>
      requests.observe(
        {
          route,
          method: METHODS.has(method) ? method : OTHER,
          status: `${Math.min(5, Math.max(1, Math.floor(status / 100)))}xx`,
        },
        seconds,
      ),
    signal: (type) => signals.inc({ type: word(type) }),
    review: (reading) => {
      const versions = {
        schema_version: schemaVersion(reading.schemaVersion),
        prompt_version: promptVersion(plainVersion(reading.promptVersion)),
      };
      reviews.inc({ ...versions, status: reading.status });
      for (const { kind, reason } of reading.diagnostics) {
        diagnostics.inc({ ...versions, kind: word(kind), reason: word(reason) });
      }
    },
    expose: async () => {
      for (const { reading, samples = [] } of await scrape()) {
        for (const name of reading.metrics) empty(gauges.get(name)!);
        for (const { metric, labels, value } of samples) gauges.get(metric)!.set(labels, value);
      }
      return { media: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Without a value; a gauge without labels would else say 0. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** What was read of one part; nothing where that failed. */
interface ScrapedPart {
  readonly reading: Reading;
  readonly samples: readonly Sample[] | undefined;
}

interface ScrapeOptions {
  readonly nowMs: () => number;
  /** How long one scrape waits. */
  readonly limitMs: number;
  /** Hears of each part that could not be read. Never throws. */
  readonly onFailure: (part: string, error: unknown) => void;
}

interface State {
  running?: Promise<void>;
  /** When what is there was read. */
  at: number;
  /** From when on it is read anew. */
  dueAt: number;
  samples?: readonly Sample[];
}

/**
 * Reads what is no longer fresh, each part once at a time whoever asks, and answers within the limit with what there
 * is: a part that takes longer is told as it was for twice as long as it is fresh, and then is left out.
 */
function createScrape(
  readings: readonly Reading[],
  { nowMs, limitMs, onFailure }: ScrapeOptions,
): () => Promise<readonly ScrapedPart[]> {
  const states = readings.map((reading) => ({ reading, state: { at: 0, dueAt: -Infinity } as State }));

  async function read({ part, freshMs, read: ask }: Reading, state: State): Promise<void> {
    const started = nowMs();
    try {
      state.samples = await ask();
      state.at = nowMs();
      state.dueAt = state.at + Math.max(freshMs, IDLE * (state.at - started));
    } catch (error) {
      delete state.samples;
      state.dueAt = nowMs() + Math.min(freshMs, RETRY_MS);
      onFailure(part, error);
    }
    delete state.running;
  }

  return async () => {
    for (const { reading, state } of states) {
      if (state.running === undefined && nowMs() >= state.dueAt) state.running = read(reading, state);
    }
    await within(
      limitMs,
      states.flatMap(({ state }) => state.running ?? []),
    );
    return states.map(({ reading, state }) => {
      const isLate = state.running !== undefined && nowMs() > state.at + 2 * reading.freshMs;
      const isMissing = state.running !== undefined && state.samples === undefined;
      if (!isLate && !isMissing) return { reading, samples: state.samples };
      onFailure(reading.part, new Error(`the store took longer than ${limitMs} ms`));
      return { reading, samples: undefined };
    });
  };
}

async function within(ms: number, all: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([Promise.all(all), limit]);
  clearTimeout(timer);
}
