/** Counts what happens in this process. Everything else is read from the store at each scrape. */
export interface HttpMetrics {
  /** Takes the route's id, never the path, which may contain names. */
  readonly request: (route: string, method: string, status: number, seconds: number) => void;
  /** One result of the detector; `none` if nothing was wrong. */
  readonly signal: (type: string) => void;
  readonly review: (reading: ReviewReading) => void;
  /** The metrics in Prometheus format. Values that cannot be read are left out; it never fails. */
  readonly expose: () => Promise<Exposition>;
}

interface Exposition {
  readonly media: string;
  readonly text: string;
}

export interface ReviewReading {
  readonly schemaVersion: string;
  readonly promptVersion: string;
  readonly status: "accepted" | "rejected";
  readonly diagnostics: readonly { readonly kind: string; readonly reason: string }[];
}
