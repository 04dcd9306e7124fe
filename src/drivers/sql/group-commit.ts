import { setImmediate } from "node:timers/promises";
import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

interface Job<Row, Answer> {
  readonly rows: readonly Row[];
  readonly resolve: (answers: readonly Answer[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Row, Answer> {
  /** Writes all rows in one transaction, or none; answers in their order. */
  readonly commit: (rows: readonly Row[]) => Promise<readonly Answer[]>;
  /** Whether the rows may fare better one by one; unless given, where the store as a whole is within reach. */
  readonly mayBeOneRow?: (error: unknown) => boolean;
  readonly maxRows: number;
}

/**
 * Rows that arrive while a commit runs, or in the same turn of the event loop, share the next one: what
 * makes a commit slow is waiting for the disk, and one wait serves them all.
 */
export class GroupCommit<Row, Answer> {
  readonly #options: GroupCommitOptions<Row, Answer>;
  readonly #mayBeOneRow: (error: unknown) => boolean;
  readonly #waiting: Job<Row, Answer>[] = [];
  #running = false;

  constructor(options: GroupCommitOptions<Row, Answer>) {
    this.#options = options;
    this.#mayBeOneRow = options.mayBeOneRow ?? ((error) => !isOutOfReach(error));
  }

  /** Answers after the commit. Where a row cannot be written the others are, and the first error is thrown. */
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
      if (rows.length > 1 && this.#mayBeOneRow(error)) {
        for (const job of jobs) await this.#commitOneByOne(job);
      } else {
        for (const job of jobs) job.reject(error);
      }
    }
  }

  async #commitOneByOne(job: Job<Row, Answer>): Promise<void> {
    const answers: Answer[] = [];
    const errors: unknown[] = [];
    for (const row of job.rows) {
      try {
        answers.push(...(await this.#options.commit([row])));
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) job.reject(errors[0]);
    else job.resolve(answers);
  }
}

const WHOLE_STORE: ReadonlySet<StoreErrorCode> = new Set([
  "store_locked",
  "store_corrupt",
  "store_read_only",
  "store_unreachable",
  "store_closed",
  "store_too_new",
]);

const isOutOfReach = (error: unknown): boolean => error instanceof StoreError && WHOLE_STORE.has(error.code);
