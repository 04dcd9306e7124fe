import type { ReviewedPull } from "../../core/correction/reviewed-pull.ts";

/** A pull request as listed: enough to know whether it has changed. */
export interface ListedPull {
  readonly number: number;
  readonly version: string;
}

export interface PullPage {
  readonly pulls: readonly ListedPull[];
  /** Absent on the last page. */
  readonly next?: string;
  readonly ofPulls?: number;
}

export interface ReadPull extends ListedPull {
  readonly pull: ReviewedPull;
}

/** Pull requests of one repository by one of GitHub's APIs. */
export interface PullSource {
  /** The last change first. `after` is the `next` of the page before. */
  readonly list: (after: string | undefined) => Promise<PullPage>;
  /** How many are read with one request. */
  readonly batch: number;
  /** Leaves out those that are gone. */
  readonly read: (numbers: readonly number[]) => Promise<readonly ReadPull[]>;
}
