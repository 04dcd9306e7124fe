import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { MIGRATIONS } from "../../src/drivers/sql/migrations.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { type CliRun, runCli } from "../run-cli.ts";
import type { Answers, Prompt } from "./questions.ts";

/** Made by the programs of earlier versions: see scripts/make-old-store.ts. */
const VERSIONS = readdirSync(import.meta.dirname).filter((name) => name.startsWith("schema-"));
const NOW = "2026-11-20T12:00:00Z";

let folder: string;
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-upgrade-"));
  execFileSync("git", ["init", "--quiet", folder]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const read = (version: string, name: string): Buffer =>
  readFileSync(join(import.meta.dirname, version, name));
const unzip = (version: string, name: string): Buffer => gunzipSync(read(version, name));
const write = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
async function run(args: readonly string[], stdin?: string): Promise<CliRun> {
  const done = await runCli(args, {
    cwd: folder,
    env: { HOME: folder, USER: "ana", EMEND_SERVER_PORT: "9" },
    now: NOW,
    ...(stdin === undefined ? {} : { stdin }),
  });
  expect([args, done.code]).toEqual([args, 0]);
  return done;
}
const ask = async (args: readonly string[], stdin?: string): Promise<unknown> =>
  JSON.parse((await run([...args, "--json"], stdin)).stdout) as unknown;

/** What depends on the time of asking, or was added since. */
const STABLE: Readonly<Record<string, readonly string[]>> = {
  "rules list": ["rule_id", "status", "version", "type", "text", "scope", "cluster_id", "since"],
  "trials list": ["id", "rule_id", "version", "kind", "state", "share", "tasks", "started_by", "started_at"],
};

function stable(question: string, answer: unknown): unknown {
  const fields = STABLE[question];
  const { items } = answer as { items: readonly Readonly<Record<string, unknown>>[] };
  if (fields === undefined) return answer;
  return { items: items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]]))) };
}

interface Kind {
  readonly kind: "sqlite" | "postgres";
  /** Restores the old store, and returns its place. */
  readonly restore: (version: string) => Promise<string>;
}

const KINDS: readonly Kind[] = [
  {
    kind: "sqlite",
    restore: async (version) => {
      write(".emend/emend.db", unzip(version, "store.db.gz"));
      return ".emend/emend.db";
    },
  },
  {
    kind: "postgres",
    restore: async (version) => {
      const url = await postgres.emptyUrlOf(`upgrade ${version}`);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(unzip(version, "store.sql.gz").toString("utf8"));
      } finally {
        await client.end();
      }
      return url;
    },
  },
];

describe.each(VERSIONS)("a store of an earlier version, %s", (version) => {
  const told = JSON.parse(unzip(version, "answers.json.gz").toString("utf8")) as Record<
    Kind["kind"],
    Answers
  >;

  it.each(KINDS)("$kind: is migrated, and says what it said before", async ({ kind, restore }) => {
    const store = ["--store", await restore(version)];
    const { given, answers } = told[kind];
    expect(given.length).toBe(12);
    for (const [question, before] of Object.entries(answers)) {
      const now = await ask([...question.split(" "), ...store]);
      expect(stable(question, now)).toMatchObject(stable(question, before) as object);
    }
    for (const { task, rules } of given) {
      const { rules: now } = (await ask(
        ["rules", "prompt", "--agent", "rio", "--run", `again ${task}`, "--task", task, ...store],
        "You are rio.\n",
      )) as Prompt;
      expect([task, now.map(({ rule_id: id }) => id)]).toEqual([task, rules]);
    }
    expect(await ask(["store", "status", ...store])).toMatchObject({ schema: MIGRATIONS.length });
    await run(["audit", "verify", ...store]);
  });

  it("a program that does not know the newer schema refuses it, and leaves it as it is", async () => {
    write(".emend/emend.db", unzip(version, "store.db.gz"));
    await run(["rules", "list"]);
    const file = join(folder, ".emend/emend.db");
    const database = openDatabase(file);
    database
      .prepare("update store_state set value = ? where name = 'schema_version'")
      .run([MIGRATIONS.length + 1]);
    database.pragma("wal_checkpoint(truncate)");
    database.close();
    const before = readFileSync(file);
    const refused = await runCli(["rules", "list"], { cwd: folder, env: { HOME: folder, USER: "ana" } });
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain("[store_too_new]");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("what its hooks queued is delivered, once", async () => {
    write(".emend/emend.db", unzip(version, "store.db.gz"));
    const queue = JSON.parse(read(version, "queue.json").toString()) as readonly {
      name: string;
      text: string;
    }[];
    for (const { name, text } of queue) write(`moved/${name}`, text);
    // As after moving a project: its queue is named after the folder that it was in.
    const taken = await runCli(["hook", "--take", "moved", "--yes"], {
      cwd: folder,
      env: { HOME: folder, USER: "ana" },
      now: NOW,
    });
    expect(taken.stdout).toContain(`${queue.length} imported`);
    expect((await run(["hook", "--deliver"])).stdout).toBe(`${queue.length} recorded\n`);
    expect((await run(["hook", "--deliver"])).stdout).toBe("0 recorded\n");
    const { items } = (await ask(["feedback", "list", "--limit", "100"])) as {
      items: readonly { id: string }[];
    };
    const ids = queue.map(({ text }) => (JSON.parse(text) as { record: { id: string } }).record.id);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it("what its init wrote is taken out again, and the store stays", async () => {
    const files = JSON.parse(read(version, "set-up.json").toString()) as Record<string, string>;
    for (const [path, text] of Object.entries(files)) write(path, text);
    write(".emend/emend.db", unzip(version, "store.db.gz"));
    await run(["init", "--undo", "--yes"]);
    const left = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((path) => !path.startsWith(".git/"));
    expect(left.toSorted()).toEqual([".emend/.gitignore", ".emend/emend.db", ".gitignore", "CLAUDE.md"]);
    expect(readFileSync(join(folder, "CLAUDE.md"), "utf8")).toBe("# Our shop\n\nMoney is in cents.\n");
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("node_modules/\n");
  });
});
