import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fieldOf, listOf, objectOf, textOf, textsOf, parseJson } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { OLD_CHAT, rowsOfConversation } from "./cursor-rows.ts";
import { Findings, ioReason, type Search } from "./findings.ts";
import { rowPath, type SqliteRows, storedNumber, columnText, withSqlite } from "./sqlite-file.ts";
import { userFolder } from "./user-data.ts";

const VIEW = "workbench.panel.aichat.view.";
const PANE = "workbench.panel.composerChatViewPane";

/**
 * Conversations are rows of the user's database. Until Cursor 3 the workspace's database lists those of the workspace, and
 * newer conversations name their workspace.
 */
export async function findCursor(search: Search): Promise<readonly FoundTranscripts[]> {
  const user = userFolder(search, "Cursor");
  const file = join(user, "globalStorage", "state.vscdb");
  const found = new Findings(search, "cursor", file);
  const workspaces = await workspacesOf(search, found, join(user, "workspaceStorage"));
  const listed = new Set<string>();
  for (const workspace of workspaces.values()) {
    await open(found, join(workspace, "state.vscdb"), (rows, path) => {
      for (const id of listedIn(rows)) listed.add(id);
      addOldChat(found, rows, path);
    });
  }
  await open(found, file, (rows) => {
    if (!rows.hasTable("cursorDiskKV")) return;
    for (const { id, workspace, folder, updated } of composersOf(rows)) {
      const isOurs = listed.has(id) || workspaces.has(workspace ?? "") || search.scope.holds(folder);
      if (!isOurs) continue;
      const own = rowsOfConversation(rows, id);
      const size = own.reduce((sum, row) => sum + row.size, 0);
      found.take({ path: rowPath(file, id), size, version: `${size}-${own.length}-${updated}` });
    }
  });
  return found.result();
}

/** A database that is missing has nothing. */
async function open(
  found: Findings,
  file: string,
  read: (rows: SqliteRows, file: string) => void,
): Promise<void> {
  try {
    await withSqlite(file, (rows) => read(rows, file));
  } catch (error) {
    const why = ioReason(error);
    if (why !== undefined) found.trouble(file, why);
  }
}

/** The folders of the workspaces by their id. */
async function workspacesOf(
  search: Search,
  found: Findings,
  storage: string,
): Promise<ReadonlyMap<string, string>> {
  const workspaces = new Map<string, string>();
  for (const { name, path, isFolder } of await found.list(storage)) {
    if (!isFolder) continue;
    const described = await found.json(join(path, "workspace.json"));
    // A workspace of several folders is a file.
    const folder = pathOf(described?.["folder"] ?? described?.["workspace"]);
    if (search.scope.holds(folder)) workspaces.set(name, path);
  }
  return workspaces;
}

function pathOf(uri: unknown): string | undefined {
  const text = textOf(uri);
  if (text?.startsWith("file:") !== true) return undefined;
  try {
    return fileURLToPath(text);
  } catch {
    return undefined;
  }
}

function listedIn(rows: SqliteRows): readonly string[] {
  if (!rows.hasTable("ItemTable")) return [];
  const read = rows.all(
    "select key, value from ItemTable where key = 'composer.composerData' or key = ? or key like ?",
    PANE,
    `${PANE}.%`,
  );
  return read.flatMap(({ key, value }) => {
    const data = objectOf(parseJson(columnText(value)));
    if (key !== "composer.composerData")
      return Object.keys(data)
        .filter((view) => view.startsWith(VIEW))
        .map((view) => view.slice(VIEW.length));
    const all = listOf(data["allComposers"]).map((composer) => fieldOf(composer, "composerId"));
    return textsOf([...all, ...listOf(data["selectedComposerIds"])]);
  });
}

/** Before there were composers, all chats of a workspace were in one row. */
function addOldChat(found: Findings, rows: SqliteRows, file: string): void {
  if (!rows.hasTable("ItemTable")) return;
  const [row] = rows.all("select octet_length(value) as size, value from ItemTable where key = ?", OLD_CHAT);
  const tabs = listOf(objectOf(parseJson(columnText(row?.["value"])))["tabs"]);
  if (tabs.length === 0) return;
  const size = storedNumber(row?.["size"]);
  const latest = Math.max(...tabs.map((tab) => Number(fieldOf(tab, "lastSendTime") ?? 0)), 0);
  found.take({ path: rowPath(file, OLD_CHAT), size, version: `${size}-${latest}` });
}

interface Composer {
  readonly id: string;
  readonly workspace: string | undefined;
  readonly folder: string | undefined;
  readonly updated: number;
}

function composersOf(rows: SqliteRows): readonly Composer[] {
  const read = rows.all(
    `select substr(key, 14) as id,
       json_extract(value, '$.workspaceIdentifier.id') as workspace,
       json_extract(value, '$.workspaceIdentifier.uri.fsPath') as folder,
       json_extract(value, '$.lastUpdatedAt') as updated
     from (
       select key, cast(value as text) as value from cursorDiskKV
       where key >= 'composerData:' and key < 'composerData;' and value is not null
     ) where json_valid(value)`,
  );
  return read.map(({ id, workspace, folder, updated }) => ({
    id: String(id),
    workspace: textOf(workspace),
    folder: textOf(folder),
    updated: storedNumber(updated),
  }));
}
