import { normalizeVersion } from "../../core/review/version-policy.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { HttpMetrics } from "../http-metrics.ts";
import { boundLabels, labelValue, OTHER } from "./label-value.ts";
import { type GaugeName, METRICS, type MetricName } from "./metric-table.ts";
import { type ReadingDependencies, readingsOf } from "./readings.ts";
import type { GaugeReading, Sample } from "./reading.ts";

/** A failed reading is retried after this, even if it is normally read less often. */
const RETRY_MS = 5_000;

/** A reading pauses for this many times its own duration, so that scrapes cannot monopolise the store. */
const PAUSE_FACTOR = 4;

export interface HttpMetricsOptions extends ReadingDependencies {
  readonly version: string;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
  /** How long one scrape waits for the store. */
  readonly timeoutMs?: number;
  /** Called for each reading that failed. Must not throw. */
  readonly onFault?: (part: string, error: unknown) => void;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const BUCKETS = [0.005, 0.01, 0.025, 0.1, 0.25, 1, 2.5, 10];
/** Versions come from requests, so only the first ones get their own label. */
const MAX_VERSIONS = 20;
const MAX_LABELS = 100;

export function createHttpMetrics({
  version,
  nowMs = () => performance.now(),
  timeoutMs = 2_000,
  onFault,
  ...dependencies
}: HttpMetricsOptions): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "emend_" });
  const optionsOf = <N extends MetricName>(name: N) => ({
    name,
    help: METRICS[name].help,
    labelNames: METRICS[name].labels,
    registers: [registry],
  });
  const requests = new Histogram({ ...optionsOf("emend_http_request_duration_seconds"), buckets: BUCKETS });
  const signals = new Counter(optionsOf("emend_signals_total"));
  const reviews = new Counter(optionsOf("emend_reviews_total"));
  const diagnostics = new Counter(optionsOf("emend_review_diagnostics_total"));
  const failures = new Counter(optionsOf("emend_scrape_failures_total"));
  new Gauge(optionsOf("emend_build_info")).set({ version: labelValue(version) }, 1);

  const readings = readingsOf(dependencies);
  const gauges = new Map<GaugeName, Gauge>(
    readings.flatMap(({ metrics }) =>
      metrics.map((name) => [name, new Gauge(optionsOf(name)) as Gauge] as const),
    ),
  );
  for (const gauge of gauges.values()) clear(gauge);
  for (const { part } of readings) failures.inc({ part }, 0);
  const scrape = createScrape(readings, {
    nowMs,
    timeoutMs,
    onFailure: (part, error) => {
      failures.inc({ part });
      onFault?.(part, error);
    },
  });

  const schemaVersion = boundLabels(MAX_VERSIONS);
  const promptVersion = boundLabels(MAX_VERSIONS);
  const label = boundLabels(MAX_LABELS);
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
    signal: (type) => signals.inc({ type: label(type) }),
    review: (reading) => {
      const versions = {
        schema_version: schemaVersion(reading.schemaVersion),
        prompt_version: promptVersion(normalizeVersion(reading.promptVersion)),
      };
      reviews.inc({ ...versions, status: reading.status });
      for (const { kind, reason } of reading.diagnostics) {
        diagnostics.inc({ ...versions, kind: label(kind), reason: label(reason) });
      }
    },
    expose: async () => {
      for (const { reading, samples = [] } of await scrape()) {
        for (const name of reading.metrics) clear(gauges.get(name)!);
        for (const { metric, labels, value } of samples) gauges.get(metric)!.set(labels, value);
      }
      return { media: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** `reset` alone leaves 0 in a gauge without labels. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

interface ScrapedReading {
  readonly reading: GaugeReading;
  /** Undefined if the reading failed. */
  readonly samples: readonly Sample[] | undefined;
}

interface ScrapeOptions {
  readonly nowMs: () => number;
  readonly timeoutMs: number;
  readonly onFailure: (part: string, error: unknown) => void;
}

interface State {
  running?: Promise<void>;
  /** When the samples were read. */
  at: number;
  /** When to read them again. */
  dueAt: number;
  samples?: readonly Sample[];
}

/**
 * Runs the readings that are due, shared by concurrent scrapes, and returns within the timeout. A reading that takes longer
 * keeps its previous samples for twice as long as they are fresh, and is then left out.
 */
function createScrape(
  readings: readonly GaugeReading[],
  { nowMs, timeoutMs, onFailure }: ScrapeOptions,
): () => Promise<readonly ScrapedReading[]> {
  const states = readings.map((reading) => ({ reading, state: { at: 0, dueAt: -Infinity } as State }));

  async function run({ part, freshMs, read }: GaugeReading, state: State): Promise<void> {
    const started = nowMs();
    try {
      state.samples = await read();
      state.at = nowMs();
      state.dueAt = state.at + Math.max(freshMs, PAUSE_FACTOR * (state.at - started));
    } catch (error) {
      delete state.samples;
      state.dueAt = nowMs() + Math.min(freshMs, RETRY_MS);
      onFailure(part, error);
    }
    delete state.running;
  }

  return async () => {
    for (const { reading, state } of states) {
      if (state.running === undefined && nowMs() >= state.dueAt) state.running = run(reading, state);
    }
    await settleWithin(
      timeoutMs,
      states.flatMap(({ state }) => state.running ?? []),
    );
    return states.map(({ reading, state }) => {
      const isLate = state.running !== undefined && nowMs() > state.at + 2 * reading.freshMs;
      const isMissing = state.running !== undefined && state.samples === undefined;
      if (!isLate && !isMissing) return { reading, samples: state.samples };
      onFailure(reading.part, new Error(`the store took longer than ${timeoutMs} ms`));
      return { reading, samples: undefined };
    });
  };
}

async function settleWithin(ms: number, all: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([Promise.all(all), timeout]);
  clearTimeout(timer);
}
