import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { useTestHome } from "../../../test/contract/transcripts.ts";
import { openDatabase, type SqliteDatabase } from "../sql/sqlite/better-sqlite.ts";

const at = useTestHome();
const USER = ".config/Cursor/User";
const GLOBAL = `${USER}/globalStorage/state.vscdb`;
const OLD_CHAT = "workbench.panel.aichat.view.aichat.chatdata";

/** Makes the tables that Cursor has, with these rows. */
function makeDatabase(
  path: string,
  rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): SqliteDatabase {
  const file = at.write(path, "");
  const database = openDatabase(file);
  for (const table of ["ItemTable", "cursorDiskKV"]) {
    database.exec(`create table ${table} (key text unique on conflict replace, value blob)`);
    for (const [key, value] of Object.entries(rows[table] ?? {}))
      database.prepare(`insert into ${table} values (?, ?)`).run([key, value]);
  }
  return database;
}

const json = (value: unknown): string => JSON.stringify(value);
const conversation = (id: string, words: string, more: object = {}): Readonly<Record<string, unknown>> => ({
  [`composerData:${id}`]: json({
    composerId: id,
    lastUpdatedAt: 1,
    fullConversationHeadersOnly: [{ bubbleId: "b" }],
    ...more,
  }),
  // Both kinds of values occur.
  [`bubbleId:${id}:b`]: Buffer.from(json({ _v: 3, type: 1, bubbleId: "b", text: words })),
});

function workspace(id: string, folder: string, items: Readonly<Record<string, unknown>> = {}): void {
  at.write(`${USER}/workspaceStorage/${id}/workspace.json`, json({ folder: pathToFileURL(folder).href }));
  makeDatabase(`${USER}/workspaceStorage/${id}/state.vscdb`, { ItemTable: items }).close();
}

describe("Cursor's conversations", () => {
  it("are those that the workspace lists, and no others", async () => {
    workspace("w1", at.root, {
      "composer.composerData": json({ allComposers: [{ composerId: "a" }], selectedComposerIds: ["b"] }),
      "workbench.panel.composerChatViewPane.x": json({ "workbench.panel.aichat.view.c": {} }),
    });
    workspace("w2", at.home, { "composer.composerData": json({ allComposers: [{ composerId: "d" }] }) });
    const rows = ["a", "b", "c", "d"].flatMap((id) => Object.entries(conversation(id, `No ${id}`)));
    makeDatabase(GLOBAL, { cursorDiskKV: Object.fromEntries(rows) }).close();
    const found = await at.find("cursor");
    expect(found.map(({ place }) => place)).toEqual([`~/${GLOBAL}`]);
    expect(await at.paths("cursor")).toEqual(["a", "b", "c"].map((id) => `${GLOBAL}#${id}`));
    for (const { path, size } of found[0]!.files) {
      expect(await at.turns(path)).toEqual([`message: No ${path.at(-1)}`]);
      expect(size).toBeGreaterThan(100);
    }
  });

  it("are those that name the workspace or a folder in the repository", async () => {
    workspace("w1", join(at.root, "src"));
    const identifier = (id: string, fsPath: string): object => ({
      workspaceIdentifier: { id, uri: { fsPath, scheme: "file" } },
    });
    makeDatabase(GLOBAL, {
      cursorDiskKV: {
        ...conversation("a", "One", identifier("w1", "")),
        ...conversation("b", "Two", identifier("w9", at.root)),
        ...conversation("c", "Three", identifier("w9", at.home)),
        "composerData:d": "no JSON",
        "composerData:e": null,
      },
    }).close();
    expect(await at.paths("cursor")).toEqual([`${GLOBAL}#a`, `${GLOBAL}#b`]);
  });

  it("are in one row of the workspace in old versions", async () => {
    const tabs = [
      { tabId: "t", lastSendTime: 5, bubbles: [{ type: "user", id: "u", text: "No, use a map" }] },
    ];
    workspace("w1", at.root, { [OLD_CHAT]: json({ tabs }) });
    workspace("w2", join(at.root, "src"), { [OLD_CHAT]: json({ tabs: [] }) });
    const path = `${USER}/workspaceStorage/w1/state.vscdb#${OLD_CHAT}`;
    expect(await at.paths("cursor")).toEqual([path]);
    expect(await at.turns(join(at.home, path))).toEqual(["message: No, use a map"]);
  });

  it("get another version when a message changes", async () => {
    const global = makeDatabase(GLOBAL, {
      cursorDiskKV: conversation("a", "One", { workspaceIdentifier: { uri: { fsPath: at.root } } }),
    });
    const version = async (): Promise<string> => (await at.find("cursor"))[0]!.files[0]!.version;
    const first = await version();
    global
      .prepare("update cursorDiskKV set value = ? where key like 'bubbleId:%'")
      .run([json({ type: 1, text: "Three" })]);
    expect(await version()).not.toBe(first);
    global.close();
  });

  it("leave the database as it is", async () => {
    makeDatabase(GLOBAL, {
      cursorDiskKV: conversation("a", "One", { workspaceIdentifier: { uri: { fsPath: at.root } } }),
    }).close();
    await at.turns((await at.find("cursor"))[0]!.files[0]!.path);
    expect(readdirSync(dirname(join(at.home, GLOBAL)))).toEqual(["state.vscdb"]);
  });

  it("cannot be read while another program has locked them", async () => {
    const global = makeDatabase(GLOBAL, { cursorDiskKV: conversation("a", "One") });
    global.exec("begin exclusive");
    expect(await at.find("cursor")).toEqual([
      { agent: "cursor", place: `~/${GLOBAL} (cannot be read: locked by another program)`, files: [] },
    ]);
    expect(await at.open().read(join(at.home, `${GLOBAL}#a`))).toEqual({ format: undefined });
    global.exec("commit");
    global.close();
  });

  it("cannot be read from a damaged database", async () => {
    const file = at.write(GLOBAL, "not a database at all, ".repeat(100));
    expect(await at.find("cursor")).toEqual([
      { agent: "cursor", place: `~/${GLOBAL} (cannot be read: not a database)`, files: [] },
    ]);
    expect(await at.open().read(`${file}#a`)).toEqual({ format: undefined });
    writeFileSync(file, "");
    expect(await at.find("cursor")).toEqual([]);
    expect(await at.open().read(`${file}#a`)).toEqual({ format: undefined });
  });
});
