/**
 * A thing a project decides once. Values exclude each other unless one is the start of the other's
 * name (`spaces` and `spaces.2`). With `either`, forbidding one value asks for the other.
 */
export interface Setting {
  readonly name: string;
  readonly either?: true;
  /** Values that may stand beside each other; only a value and its ban clash. */
  readonly together?: true;
  /** What sharing it says about two rules; 3 unless it is often spoken of in passing. */
  readonly weight?: number;
  /** Words that must stand in the same rule for the values to be meant. */
  readonly near?: string;
  /** Phrases by value: words with `|` between spellings, phrases separated by commas. */
  readonly values: Readonly<Record<string, string>>;
}
