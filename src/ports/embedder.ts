/** Turns texts into vectors whose angle tells how alike they are. Every driver passes test/contract/embedder.ts. */
export interface Embedder {
  /** Names the space of the vectors: those of two names cannot be compared, and a new model has a new name. */
  readonly name: string;
  readonly dimensions: number;
  /**
   * One vector of length one for each text, in the order given. A text has the same vector whatever stands beside
   * it; of a long text only the beginning counts, and the empty text has a vector like any other.
   */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Gives back what is held; may be called again. */
  close?(): Promise<void>;
}
