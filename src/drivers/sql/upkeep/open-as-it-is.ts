import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SqlDatabaseOptions } from "../sql-database.ts";
import { connectPostgres, placeOf } from "../postgres/connect-postgres.ts";
import { openDatabase } from "../sqlite/better-sqlite.ts";
import { createSqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { sqliteError } from "../sqlite/sqlite-error.ts";
import { createSqliteKysely } from "../sqlite/sqlite-kysely.ts";
import { StoreError } from "../../../ports/errors.ts";

const LOCK_TIMEOUT_MS = 5_000;

export const isPostgres = (place: string): boolean => /^postgres(?:ql)?:\/\//i.test(place);

/** A place as it may be shown. */
export const shownPlace = (place: string): string => (isPostgres(place) ? placeOf(place) : resolve(place));

/** Opens what is there for reading, and leaves its schema as it is. */
export function openAsItIs(place: string): SqlDatabaseOptions {
  const now = (): Date => new Date();
  if (isPostgres(place)) return connectPostgres({ url: place, maxConnections: 1 });
  const file = resolve(place);
  if (!existsSync(file)) throw new StoreError("store_unreachable", `${file}: there is no such file`);
  try {
    const database = openDatabase(file, { readonly: true, fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
    return { db: createSqliteKysely(database), dialect: createSqliteDialect(file), now };
  } catch (error) {
    throw sqliteError(file, error);
  }
}
