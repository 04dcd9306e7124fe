/** The names in Redis that one log lives under. */
export interface StreamKeys {
  readonly stream: string;
  readonly dead: string;
  /** How many dead letters each group has, so that nobody has to count them. */
  readonly deadCounts: string;
  /** What has a dead letter: each entry that nobody can read once, and else each entry once for each group. */
  readonly buried: string;
  /** What is given again to one group only. */
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

/** Ids of streams; what has another form is no entry of any. */
export const isStreamId = (text: string): boolean => /^\d{1,19}-\d{1,19}$/.test(text);
