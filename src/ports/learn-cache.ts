/** What learning from a history has worked out before, for this user. Every entry can be worked out again. */
export interface LearnCache {
  /** Undefined if there is none, or if it is damaged. */
  find(key: string): Promise<string | undefined>;
  /** Does nothing if it cannot be kept. The oldest entries are dropped when there are too many. */
  keep(key: string, text: string): Promise<void>;
}
