import { textOf, parseJson } from "../../core/json/json.ts";
import type { ReadTranscript, TranscriptFile } from "../../ports/transcripts.ts";
import { objectText, readOpenCode, type StoredMessage } from "./opencode-document.ts";
import { rowPath, type SqliteRows, storedNumber, columnText } from "./sqlite-file.ts";

const PAGE = 50;

interface DatabaseSession {
  readonly id: string;
  readonly folder: string | undefined;
  readonly isSubagent: boolean;
  readonly hasMessages: boolean;
}

export const isOpenCodeDatabase = (rows: SqliteRows): boolean =>
  ["session", "message", "part"].every((table) => rows.hasTable(table));

export function databaseSessions(rows: SqliteRows): readonly DatabaseSession[] {
  const read = rows.all(
    `select id, directory, parent_id, exists (select 1 from message where session_id = session.id) as filled
     from session order by id`,
  );
  return read.map(({ id, directory, parent_id: parent, filled }) => ({
    id: String(id),
    folder: textOf(directory),
    isSubagent: parent !== null,
    hasMessages: filled === 1,
  }));
}

/** Sessions of a newer form that are not in the tables that are read here. */
export function countNewer(rows: SqliteRows, ids: readonly string[]): number {
  if (!rows.hasTable("session_message")) return 0;
  const sql = "select 1 from session_message where session_id = ? limit 1";
  return ids.filter((id) => rows.all(sql, id).length > 0).length;
}

export function databaseFile(rows: SqliteRows, file: string, id: string): TranscriptFile {
  const [row = {}] = rows.all(
    `select coalesce(sum(length(data)), 0) as size, count(*) as files, coalesce(max(time_updated), 0) as latest from (
       select data, time_updated from message where session_id = ?
       union all select data, time_updated from part where session_id = ?
       union all select '', time_updated from session where id = ?
     )`,
    id,
    id,
    id,
  );
  const [size, files, latest] = ["size", "files", "latest"].map((name) => storedNumber(row[name]));
  return { path: rowPath(file, id), size: size!, version: `${size}-${files}-${latest}` };
}

export async function readDatabaseSession(
  rows: SqliteRows,
  id: string,
  path: string,
): Promise<ReadTranscript> {
  const [row] = rows.all(
    "select id, directory, title, version, parent_id as parentID, revert from session where id = ?",
    id,
  );
  if (row === undefined) return { format: undefined };
  const { revert, ...fields } = row;
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  const info = objectText("{}", { ...Object.fromEntries(known), revert: parseJson(columnText(revert)) });
  return readOpenCode(path, info, databaseMessages(rows, id));
}

async function* databaseMessages(rows: SqliteRows, session: string): AsyncGenerator<StoredMessage> {
  let after: readonly unknown[] = [-1, ""];
  for (;;) {
    const page = rows.all(
      `select id, data, time_created as time from message
       where session_id = ? and (time_created, id) > (?, ?) order by time_created, id limit ${PAGE}`,
      session,
      ...after,
    );
    for (const { id, data } of page) {
      const parts = rows.all("select id, data from part where message_id = ? order by id", id);
      yield {
        info: objectText(columnText(data), { id }),
        parts: parts.map((part) => objectText(columnText(part["data"]), { id: part["id"], messageID: id })),
      };
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = [last["time"], last["id"]];
  }
}
