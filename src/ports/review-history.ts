import type { ReviewedPull } from "../core/correction/reviewed-pull.ts";

/** The past reviews of a repository on a code host. Failures are thrown as an ExternalError whose code starts with `host_`. */
export interface ReviewHistory {
  /**
   * Reads all pull requests with what was said about them, newest change first. What was read before and has not
   * changed since is taken from a cache. If the code host stops answering or limits requests for longer than Emend
   * waits, it returns what it has. The next walk continues there.
   */
  walk(query: {
    /** `owner/name`. */
    readonly repository: string;
    readonly onProgress?: (progress: ReviewWalkProgress) => void;
  }): Promise<WalkedReviews>;
}

export interface ReviewWalkProgress {
  /** Pull requests that were read, from the cache or from the code host. */
  readonly pulls: number;
  /** How many there are, if that is known. */
  readonly ofPulls?: number;
  readonly threads: number;
  /** The code host limits requests. The walk goes on after so many seconds. */
  readonly waitingSeconds?: number;
}

export interface WalkedReviews {
  readonly pulls: readonly ReviewedPull[];
  readonly isComplete: boolean;
  /** Why the walk stopped early, and what to do. */
  readonly stopped?: string;
  /** How many pull requests were taken from the cache. */
  readonly fromCache: number;
}
