import { join } from "node:path";
import { fieldOf, listOf, textOf, parseJson } from "../../core/json/json.ts";
import type { FoundTranscripts } from "../../ports/transcripts.ts";
import { type Entry, Findings, forEachOf, type Search } from "./findings.ts";
import { userFolder } from "./user-data.ts";

const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
/** Editors that run on another machine than their window. */
const SERVERS = [".vscode-server", ".vscode-server-insiders", ".cursor-server"];
const EXTENSIONS = ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline"];
/** What the person saw comes first. The other file repeats it. */
const FILES = ["ui_messages.json", "api_conversation_history.json"];
const HISTORY_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 256 * 1024;
const FOLDER = /# Current (?:Working|Workspace) Directory \(([^)\\]+)\) Files/;

/** The tasks of Cline and Roo: `tasks/<task>/` in the storage of the extension, and of Cline without an editor. */
export async function findCline(search: Search): Promise<readonly FoundTranscripts[]> {
  const { env, home } = search;
  const users = [
    ...EDITORS.map((editor) => userFolder(search, editor)),
    ...SERVERS.map((server) => join(home, server, "data", "User")),
  ];
  const places = [
    ...users.flatMap((user) => EXTENSIONS.map((extension) => join(user, "globalStorage", extension))),
    env["CLINE_DATA_DIR"] || join(env["CLINE_DIR"] || join(home, ".cline"), "data"),
  ];
  const found = await Promise.all(places.map((place) => findIn(search, place)));
  return found.flat();
}

async function findIn(search: Search, storage: string): Promise<readonly FoundTranscripts[]> {
  const place = join(storage, "tasks");
  const found = new Findings(search, "cline", place);
  const tasks = (await found.list(place)).filter(({ isFolder }) => isFolder);
  if (tasks.length === 0) return found.result();
  const history = parseJson(await found.head(join(storage, "state", "taskHistory.json"), HISTORY_BYTES));
  const folders = new Map(
    listOf(history).map((task) => [
      fieldOf(task, "id"),
      textOf(fieldOf(task, "cwdOnTaskInitialization")) ?? textOf(fieldOf(task, "workspace")),
    ]),
  );
  await forEachOf(tasks, async (task) => {
    const folder = folders.get(task.name) ?? (await folderOf(found, task));
    if (!search.scope.holds(folder)) return;
    const names = new Set((await found.list(task.path)).map(({ name }) => name));
    const file = FILES.find((name) => names.has(name));
    if (file !== undefined) await found.add(join(task.path, file));
  });
  return found.result();
}

/** Roo writes the folder into a file of the task. The first message to the model has it too. */
async function folderOf(found: Findings, { path }: Entry): Promise<string | undefined> {
  const item = await found.json(join(path, "history_item.json"));
  const written = textOf(fieldOf(item, "workspace"));
  if (written !== undefined) return written;
  const head = await found.head(join(path, "api_conversation_history.json"), HEAD_BYTES);
  return head === undefined ? undefined : FOLDER.exec(head)?.[1];
}
