/** Turns texts into vectors whose cosine measures similarity. Every driver passes test/contract/embedder.ts. */
export interface Embedder {
  /** Identifies the vector space: vectors of different names cannot be compared, and a new model has a new name. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * One unit vector per text, in the given order. A text's vector does not depend on the other texts. Long texts
   * are truncated, and the empty text has a vector like any other.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Releases resources. May be called again. */
  close?(): Promise<void>;
}

/** Finds records by vector similarity. Every driver passes test/contract/vector-index.ts. */
export interface VectorIndex {
  /** Adds or replaces vectors durably. */
  put(entries: readonly VectorEntry[]): Promise<void>;
  /** The nearest by cosine, best first, ties by id. Exact unless `effort` is "quick". */
  nearest(query: NearestQuery): Promise<readonly Neighbour[]>;
  /** The existing vectors. */
  get(ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Returns how many there were. */
  remove(ids: readonly string[]): Promise<number>;
  count(): Promise<number>;
}

export interface VectorSpace {
  /** The embedder's name. */
  readonly model: string;
  readonly dimensions: number;
}

export interface VectorEntry {
  readonly id: string;
  /** A unit vector with the same dimensions as every other in this index. */
  readonly vector: Float32Array;
}

export interface NearestQuery {
  readonly vector: Float32Array;
  /** Taken as the nearest of 1 to 1,000. */
  readonly limit: number;
  /** Only those with at least this cosine. */
  readonly atLeast?: number;
  /** `quick` costs about the same however many vectors there are, and may miss a few. */
  readonly effort?: "exact" | "quick";
}

export interface Neighbour {
  readonly id: string;
  readonly cosine: number;
}
