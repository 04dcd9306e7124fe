import { cursor } from "../../core/transcript/readers/cursor.ts";
import type { ReadTranscript } from "../../ports/transcripts.ts";
import { ReaderFeed } from "./reader-feed.ts";
import { MAX_LINE_BYTES } from "./split-lines.ts";
import { type SqliteRows, storedNumber, columnText } from "./sqlite-file.ts";

/** The row of a workspace's database with all its chats, in old versions. */
export const OLD_CHAT = "workbench.panel.aichat.view.aichat.chatdata";

interface Row {
  readonly key: string;
  readonly size: number;
}

/** The rows of a conversation, without their values. */
export function rowsOfConversation(rows: SqliteRows, id: string): readonly Row[] {
  const found = rows.all(
    `select key, octet_length(value) as size from cursorDiskKV
     where value is not null and (key = ? or (key >= ? and key < ?)) order by key`,
    `composerData:${id}`,
    `bubbleId:${id}:`,
    `bubbleId:${id};`,
  );
  return found.map(({ key, size }) => ({ key: String(key), size: storedNumber(size) }));
}

/** Reads one value at a time, because some have the content of files. */
export function readCursor(rows: SqliteRows, id: string, path: string): ReadTranscript {
  const isOld = id === OLD_CHAT;
  const wanted = isOld ? [{ key: id, size: 0 }] : rowsOfConversation(rows, id);
  if (wanted.length === 0) return { format: undefined };
  const feed = new ReaderFeed(cursor.open(path));
  for (const { key, size } of wanted) {
    const sql = `select value from ${isOld ? "ItemTable" : "cursorDiskKV"} where key = ?`;
    if (size > MAX_LINE_BYTES) feed.lose("the row is longer than 32 MiB");
    else
      for (const { value } of rows.all(sql, key))
        feed.line(JSON.stringify({ key, value: columnText(value) }));
  }
  return { format: "cursor", reading: feed.finish() };
}
