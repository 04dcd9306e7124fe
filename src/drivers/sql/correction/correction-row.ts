import type { Kysely } from "kysely";
import { hasEdit } from "../../../core/correction/kept-correction.ts";
import type { PastCorrection } from "../../../core/correction/past-correction.ts";
import { hash64 } from "../../../core/hash.ts";
import { utcMillis } from "../../../core/time/time.ts";
import { type BatchStatement, insertRows } from "../batch-statement.ts";
import { storedKey, storedText } from "../stored-text.ts";
import type { Tables } from "../tables.ts";
import type { CorrectionColumns } from "./correction-tables.ts";

/** An index row of PostgreSQL has less than 2,700 bytes. */
const MAX_KEY = 600;

/** A text as an index holds it: distinct texts stay distinct, however long they are. */
export const lookupKey = (text: string): string =>
  text.length <= MAX_KEY ? storedKey(text) : `${storedText(text.slice(0, MAX_KEY))}~${hash64(text)}`;

export const toCorrectionRow = (correction: PastCorrection, now: string): CorrectionColumns => ({
  id: lookupKey(correction.id),
  time: utcMillis(correction.time ?? now)?.time ?? now,
  project: lookupKey(correction.project),
  agent: lookupKey(correction.agent ?? ""),
  author: lookupKey(correction.author ?? ""),
  path: lookupKey(correction.path ?? ""),
  found: correction.found,
  outcome: correction.outcome,
  with_edit: hasEdit(correction) ? 1 : 0,
  document: JSON.stringify(correction),
});

/** The table only contains what `toCorrectionRow` wrote. */
export const parseCorrection = (document: string): PastCorrection => JSON.parse(document) as PastCorrection;

const COLUMNS = [
  "id",
  "time",
  "project",
  "agent",
  "author",
  "path",
  "found",
  "outcome",
  "with_edit",
  "document",
] as const satisfies readonly (keyof CorrectionColumns)[];

/** Inserts corrections that are not known yet, passed as `toCorrectionValues`, and returns the ids of those. */
export const insertCorrections = (db: Kysely<Tables>): BatchStatement =>
  insertRows(db, "correction", COLUMNS, (insert) =>
    insert.onConflict((conflict) => conflict.column("id").doNothing()).returning("id"),
  );

export const toCorrectionValues = (row: CorrectionColumns): readonly (string | number)[] =>
  COLUMNS.map((column) => row[column]);
