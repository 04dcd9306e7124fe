import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useTestHome } from "../../../test/contract/transcripts.ts";
import { openDatabase, type SqliteDatabase } from "../sql/sqlite/better-sqlite.ts";

const at = useTestHome();
const DATA = ".local/share/opencode";
const json = (value: unknown): string => JSON.stringify(value, null, 2);

interface TestMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly string[];
}

function storeSession(id: string, info: object, messages: readonly TestMessage[] = []): void {
  at.write(`${DATA}/storage/session/p1/${id}.json`, json({ id, version: "1.0.0", ...info }));
  for (const message of messages) {
    const { parts, ...rest } = message;
    at.write(`${DATA}/storage/message/${id}/${message.id}.json`, json({ ...rest, sessionID: id }));
    parts.forEach((text, n) =>
      at.write(
        `${DATA}/storage/part/${message.id}/prt_${n}.json`,
        json({ id: `prt_${n}`, messageID: message.id, type: "text", text }),
      ),
    );
  }
}

const TALK: readonly TestMessage[] = [
  { id: "msg_1", role: "user", parts: ["Add a cart"] },
  { id: "msg_2", role: "assistant", parts: ["I use a list."] },
  { id: "msg_3", role: "user", parts: ["No, use", "a map"] },
];

/** The tables as OpenCode makes them, without those that are not read. */
function makeDatabase(name = "opencode.db"): SqliteDatabase {
  const database = openDatabase(at.write(`${DATA}/${name}`, ""));
  database.exec(`
    create table session (id text primary key, project_id text not null, parent_id text, slug text not null,
      directory text not null, title text not null, version text not null, revert text,
      time_created integer not null, time_updated integer not null);
    create table message (id text primary key, session_id text not null, time_created integer not null,
      time_updated integer not null, data text not null);
    create table part (id text primary key, message_id text not null, session_id text not null,
      time_created integer not null, time_updated integer not null, data text not null);
    create table session_message (id text primary key, session_id text not null, type text not null,
      seq integer not null, time_created integer not null, time_updated integer not null, data text not null);
  `);
  return database;
}

function insertSession(
  database: SqliteDatabase,
  id: string,
  folder: string,
  messages: readonly TestMessage[],
  parent: string | null = null,
): void {
  const insert = (table: string, values: readonly unknown[]): unknown =>
    database.prepare(`insert into ${table} values (${values.map(() => "?").join(", ")})`).run(values);
  insert("session", [id, "p1", parent, "slug", folder, "Shop", "1.4.0", null, 1, 1]);
  messages.forEach((message, n) => {
    const data = { role: message.role, time: { created: n }, path: { cwd: folder } };
    insert("message", [`${id}-${message.id}`, id, n, n, json(data)]);
    message.parts.forEach((text, k) =>
      insert("part", [
        `${id}-${message.id}-${k}`,
        `${id}-${message.id}`,
        id,
        k,
        k,
        json({ type: "text", text }),
      ]),
    );
  });
}

describe("OpenCode's sessions in files", () => {
  it("are joined from their messages and parts", async () => {
    storeSession("ses_1", { directory: at.root }, TALK);
    storeSession("ses_2", { directory: at.home }, TALK);
    storeSession("ses_3", { directory: at.root, parentID: "ses_1" });
    expect(await at.paths("opencode")).toEqual([`${DATA}/storage/session/p1/ses_1.json`]);
    const [found] = await at.find("opencode");
    expect(found?.place).toBe(`~/${DATA}/storage`);
    const path = found!.files[0]!.path;
    expect(await at.turns(path)).toEqual(["message: Add a cart", "message: No, use\n\na map"]);
    expect(await at.open().read(path)).toMatchObject({
      reading: {
        unreadCount: 0,
        conversations: [
          { session: "ses_1", folder: at.root, turns: [{}, { acts: [{ text: "I use a list." }] }] },
        ],
      },
    });
  });

  it("belong to the project's folder if they name none", async () => {
    storeSession("ses_1", {}, TALK);
    expect(await at.paths("opencode")).toEqual([]);
    at.write(`${DATA}/storage/project/p1.json`, json({ id: "p1", worktree: at.root }));
    expect(await at.paths("opencode")).toHaveLength(1);
  });

  it("count what is not JSON, and read the rest", async () => {
    storeSession("ses_1", { directory: at.root }, TALK);
    at.write(`${DATA}/storage/message/ses_1/msg_2.json`, "{cut");
    at.write(`${DATA}/storage/part/msg_3/prt_1.json`, "[1]");
    at.write(
      `${DATA}/storage/part/msg_3/prt_2.json`,
      `{"type":"text","text":"deep","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    );
    const path = join(at.home, `${DATA}/storage/session/p1/ses_1.json`);
    expect(await at.turns(path)).toEqual(["message: Add a cart", "message: No, use\n\ndeep"]);
    expect(await at.open().read(path)).toMatchObject({ reading: { unreadCount: 2 } });
  });

  it("get another version when a part changes", async () => {
    storeSession("ses_1", { directory: at.root }, TALK);
    const version = async (): Promise<string> => (await at.find("opencode"))[0]!.files[0]!.version;
    const first = await version();
    utimesSync(join(at.home, `${DATA}/storage/part/msg_1/prt_0.json`), 1, 4_000_000_000);
    expect(await version()).not.toBe(first);
  });
});

describe("OpenCode's sessions in its database", () => {
  it("are read like those in files, many messages too", async () => {
    const database = makeDatabase();
    const many = Array.from({ length: 120 }, (_, n): TestMessage => ({
      id: `m${n}`,
      role: "user",
      parts: [`Turn ${n}`],
    }));
    insertSession(database, "ses_1", at.root, TALK);
    insertSession(database, "ses_2", join(at.root, "src"), many);
    insertSession(database, "ses_3", at.home, TALK);
    insertSession(database, "ses_4", at.root, TALK, "ses_1");
    database.close();
    expect(await at.paths("opencode")).toEqual([`${DATA}/opencode.db#ses_1`, `${DATA}/opencode.db#ses_2`]);
    const [one, two] = (await at.find("opencode"))[0]!.files;
    expect(await at.turns(one!.path)).toEqual(["message: Add a cart", "message: No, use\n\na map"]);
    expect(await at.turns(two!.path)).toEqual(many.map((_, n) => `message: Turn ${n}`));
    expect(await at.open().read(one!.path)).toMatchObject({
      reading: { unreadCount: 0, conversations: [{ session: "ses_1", version: "1.4.0", folder: at.root }] },
    });
  });

  it("count once if the files of an older version are still there", async () => {
    storeSession("ses_1", { directory: at.root }, TALK);
    storeSession("ses_2", { directory: at.root }, TALK);
    const database = makeDatabase("opencode-beta.db");
    insertSession(database, "ses_1", at.root, TALK);
    database.close();
    expect(await at.paths("opencode")).toEqual([
      `${DATA}/opencode-beta.db#ses_1`,
      `${DATA}/storage/session/p1/ses_2.json`,
    ]);
  });

  it("get another version when a message changes", async () => {
    const database = makeDatabase();
    insertSession(database, "ses_1", at.root, TALK);
    const version = async (): Promise<string> => (await at.find("opencode"))[0]!.files[0]!.version;
    const first = await version();
    database.exec("update part set time_updated = 99");
    expect(await version()).not.toBe(first);
    database.close();
  });

  it("are reported if their form is unknown", async () => {
    const database = makeDatabase();
    insertSession(database, "ses_1", at.root, []);
    insertSession(database, "ses_2", at.root, []);
    database.exec("insert into session_message values ('m', 'ses_1', 'user', 1, 1, 1, '{}')");
    database.close();
    at.write(`${DATA}/opencode-dev.db`, "");
    expect(await at.find("opencode")).toEqual([
      {
        agent: "opencode",
        place: `~/${DATA}/opencode-dev.db (cannot be read: its tables are unknown)`,
        files: [],
      },
      {
        agent: "opencode",
        place: `~/${DATA}/opencode.db (cannot be read: 1 session has an unknown form)`,
        files: [],
      },
    ]);
    expect(await at.open().read(join(at.home, `${DATA}/opencode-dev.db#ses_1`))).toEqual({
      format: undefined,
    });
  });
});
