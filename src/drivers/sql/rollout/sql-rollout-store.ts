import { isVersionPair, versionKey } from "../../../core/rollout/version-pair.ts";
import type { RolloutStore } from "../../../ports/rollout-store.ts";
import { GroupCommit } from "../group-commit.ts";
import type { SqlDatabase } from "../sql-database.ts";
import { storedKey } from "../stored-text.ts";
import { assignReview, findAssignment, useAssignment } from "./assignments.ts";
import { prepareCountReviews, type ReadingRow, toReadingRow } from "./count-reviews.ts";
import { listRollouts } from "./list-rollouts.ts";
import { readHealth, readSlices } from "./read-health.ts";
import { fromDocument } from "./rollout-row.ts";
import { saveRollout } from "./save-rollout.ts";

const MAX_GROUP = 256;

export function createSqlRolloutStore(database: SqlDatabase): RolloutStore {
  const { commit, db, run, transact } = database;
  const countReviews = prepareCountReviews(db);
  const group = new GroupCommit<ReadingRow, true>({
    maxRows: MAX_GROUP,
    commit: async (rows) => {
      await commit((transaction) => countReviews(transaction, rows));
      return rows.map(() => true);
    },
  });
  return {
    count: (reading) =>
      run(async () => {
        if (isVersionPair(reading.version)) await group.add([toReadingRow(reading)]);
      }),
    assign: (assignment) => transact((transaction) => assignReview(transaction, assignment)),
    findAssignment: (id) => run(() => findAssignment(db, id)),
    useAssignment: (id) => transact((transaction) => useAssignment(transaction, id)),
    health: (query) => run(() => readHealth(db, query)),
    slices: (id) => run(() => readSlices(db, id)),
    find: (id) =>
      run(async () => {
        const row = await db
          .selectFrom("rollout")
          .select("document")
          .where("id", "=", storedKey(id))
          .executeTakeFirst();
        return row === undefined ? undefined : fromDocument(row.document);
      }),
    runningWith: (version) =>
      run(async () => {
        const row = await db
          .selectFrom("rollout_version")
          .innerJoin("rollout", "rollout.id", "rollout_version.rollout_id")
          .select("rollout.document")
          .where("rollout_version.version", "=", storedKey(versionKey(version)))
          .executeTakeFirst();
        return row === undefined ? undefined : fromDocument(row.document);
      }),
    list: (query) => run(() => listRollouts(db, query)),
    save: (change) => transact((transaction) => saveRollout(transaction, change, database)),
  };
}
