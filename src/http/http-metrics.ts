/** What the edges count as it happens; what the store knows is read when it is asked for. */
export interface HttpMetrics {
  /** One request, by its route's id and never by its address. */
  readonly request: (route: string, method: string, status: number, seconds: number) => void;
  /** One answer of the detector; none where nothing was wrong. */
  readonly signal: (type: string) => void;
  /** What reading one reviewer's answer complained of, by the versions it was made with. */
  readonly review: (reading: ReviewReading) => void;
  /** Everything that is known now, as Prometheus reads it; what cannot be read is left out, and never an error. */
  readonly expose: () => Promise<Exposition>;
}

interface Exposition {
  /** The media type of the text. */
  readonly media: string;
  readonly text: string;
}

export interface ReviewReading {
  readonly schemaVersion: string;
  readonly promptVersion: string;
  readonly status: "accepted" | "rejected";
  readonly diagnostics: readonly { readonly kind: string; readonly reason: string }[];
}
