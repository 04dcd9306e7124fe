import type { StoreUpkeep } from "../../../ports/store-upkeep.ts";
import { connectPostgres } from "../postgres/connect-postgres.ts";
import { createSqlDatabase, type SqlDatabase } from "../sql-database.ts";
import { connectSqlite } from "../sqlite/connect-sqlite.ts";
import { backUpSqlite } from "./back-up-sqlite.ts";
import { copySqlStore } from "./copy-sql-store.ts";
import { isPostgres, shownPlace } from "./open-as-it-is.ts";
import { readStatus } from "./read-status.ts";
import { readSurvey } from "./read-survey.ts";

interface UpkeepOptions {
  /** Throws if a store's file may be somebody else's. */
  readonly check?: (file: string) => void;
}

export function createSqlStoreUpkeep({ check = () => undefined }: UpkeepOptions = {}): StoreUpkeep {
  const checked = (place: string): string => {
    if (!isPostgres(place)) check(place);
    return place;
  };
  return {
    status: async (place) => readStatus(checked(place)),
    survey: async (place) => readSurvey(checked(place)),
    backUp: async ({ from, file }) => backUpSqlite(checked(from), checked(file)),
    copy: async ({ from, to, ...copying }) => {
      checked(from);
      checked(to);
      const source = await openPresent(from);
      try {
        const target = await openPresent(to);
        try {
          const copy = await copySqlStore(source, target, { ...copying, place: shownPlace(to) });
          return { from: shownPlace(from), to: shownPlace(to), ...copy };
        } finally {
          await target.close();
        }
      } finally {
        await source.close();
      }
    },
  };
}

/** Opens a database and brings it to the present schema, since both ends of a copy need the same. */
async function openPresent(place: string): Promise<SqlDatabase> {
  const connected = isPostgres(place)
    ? connectPostgres({ url: place, maxConnections: 2 })
    : await connectSqlite({ file: place });
  try {
    return await createSqlDatabase(connected);
  } catch (error) {
    await connected.db.destroy();
    throw error;
  }
}
