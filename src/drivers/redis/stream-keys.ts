/** The Redis keys of one log. */
export interface StreamKeys {
  readonly stream: string;
  readonly dead: string;
  /** Number of dead letters per group, so that nobody has to count them. */
  readonly deadCounts: string;
  /** Entries that have a dead letter: unreadable ones once, others once per group. */
  readonly buried: string;
  /** Entries to replay for one group. */
  readonly replayOf: (group: string) => string;
}

export function streamKeys(stream: string): StreamKeys {
  return {
    stream,
    dead: `${stream}:dead`,
    deadCounts: `${stream}:dead:counts`,
    buried: `${stream}:dead:entries`,
    replayOf: (group) => `${stream}:replay:${group}`,
  };
}

export const isStreamId = (text: string): boolean => /^\d{1,19}-\d{1,19}$/.test(text);
