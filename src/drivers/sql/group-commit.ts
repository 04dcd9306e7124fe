import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../ports/errors.ts";

interface Job<Row, Answer> {
  readonly rows: readonly Row[];
  readonly resolve: (answers: readonly Answer[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Row, Answer> {
  /** Writes all rows in one transaction or none, and returns results in their order. */
  readonly commit: (rows: readonly Row[]) => Promise<readonly Answer[]>;
  readonly maxRows: number;
}

/**
 * Calls that arrive while a commit runs, or in the same turn of the event loop, share the next commit, because
 * waiting for the disk is what makes commits slow. The rows of one call are never split.
 */
export class GroupCommit<Row, Answer> {
  readonly #options: GroupCommitOptions<Row, Answer>;
  readonly #waiting: Job<Row, Answer>[] = [];
  #running = false;

  constructor(options: GroupCommitOptions<Row, Answer>) {
    this.#options = options;
  }

  /**
   * Resolves after the commit. If a row is refused, only its own call fails, and none of that call's rows are
   * written.
   */
  add(rows: readonly Row[]): Promise<readonly Answer[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ rows, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      await setImmediate();
      await this.#commit(this.#takeGroup());
    }
    this.#running = false;
  }

  #takeGroup(): readonly Job<Row, Answer>[] {
    let rows = 0;
    let jobs = 0;
    for (const job of this.#waiting) {
      if (jobs > 0 && rows + job.rows.length > this.#options.maxRows) break;
      rows += job.rows.length;
      jobs += 1;
    }
    return this.#waiting.splice(0, jobs);
  }

  async #commit(jobs: readonly Job<Row, Answer>[]): Promise<void> {
    const rows = jobs.flatMap((job) => job.rows);
    try {
      const answers = await this.#options.commit(rows);
      let at = 0;
      for (const job of jobs) job.resolve(answers.slice(at, (at += job.rows.length)));
    } catch (error) {
      if (jobs.length > 1 && isRefusal(error)) {
        for (const job of jobs) await this.#commit([job]);
      } else {
        for (const job of jobs) job.reject(error);
      }
    }
  }
}

/**
 * After a refused row or a full disk nothing was committed, so the calls are retried one by one to find the culprit.
 * After any other error, such as a lost connection, the commit may have happened, so nothing is retried.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof StoreError && (error.code === "record_refused" || error.code === "disk_full");
