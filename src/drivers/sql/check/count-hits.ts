import { sql, type Transaction } from "kysely";
import { type CheckHit, isCaught } from "../../../core/check/check-hit.ts";
import { addCounts } from "../add-up.ts";
import type { Tables } from "../tables.ts";

/** What a report or a judgement changes about the figures of one check. */
interface Change {
  files: number;
  fired: number;
  judged_right: number;
  judged_wrong: number;
  overridden: number;
  caught: number;
  last_ran: string;
}

const COUNTS = ["files", "fired", "judged_right", "judged_wrong", "overridden", "caught"] as const;
const COLUMN_OF = { right: "judged_right", wrong: "judged_wrong", overridden: "overridden" } as const;

/** Changes to the figures of checks, written in key order to avoid deadlocks. */
export class FigureChanges {
  readonly #changes = new Map<string, Change>();

  /** `check` is the stored key of its id. */
  ran(check: string, files: number, time: string): void {
    const change = this.#of(check);
    change.files += files;
    if (time > change.last_ran) change.last_ran = time;
  }

  fired(check: string): void {
    this.#of(check).fired += 1;
  }

  /** Adds (1) or takes away (-1) what the verdict on a hit adds to the figures. */
  judged(check: string, hit: CheckHit, by: 1 | -1): void {
    const change = this.#of(check);
    if (hit.verdict !== null) change[COLUMN_OF[hit.verdict]] += by;
    if (isCaught(hit)) change.caught += by;
  }

  async write(transaction: Transaction<Tables>): Promise<void> {
    for (const [check_id, change] of [...this.#changes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      await transaction
        .insertInto("check_figures")
        .values({ check_id, ...change })
        .onConflict((conflict) =>
          conflict.column("check_id").doUpdateSet({
            ...addCounts("check_figures", COUNTS),
            last_ran: sql<string>`case when excluded.last_ran > check_figures.last_ran
              then excluded.last_ran else check_figures.last_ran end`,
          }),
        )
        .execute();
    }
  }

  #of(check: string): Change {
    const known = this.#changes.get(check);
    if (known !== undefined) return known;
    const change: Change = {
      files: 0,
      fired: 0,
      judged_right: 0,
      judged_wrong: 0,
      overridden: 0,
      caught: 0,
      last_ran: "",
    };
    this.#changes.set(check, change);
    return change;
  }
}
