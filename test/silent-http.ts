import type { HttpLog } from "../src/http/http-log.ts";
import type { HttpMetrics } from "../src/http/http-metrics.ts";

/** Says nothing. */
export const SILENT_LOG: HttpLog = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Counts nothing. */
export const NO_METRICS: HttpMetrics = {
  request: () => {},
  signal: () => {},
  review: () => {},
  expose: async () => ({ media: "text/plain; version=0.0.4; charset=utf-8", text: "" }),
};
