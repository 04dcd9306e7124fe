import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleFeedback } from "../../../test/example-feedback.ts";
import { runCli } from "../../../test/run-cli.ts";
import { runCommand } from "../../../test/run-command.ts";
import type { AuditEntry } from "../../core/audit/audit-entry.ts";
import { openSqliteStore } from "../../drivers/sql/sqlite/open-sqlite-store.ts";
import { addErase } from "./erase.ts";

let folder = "";
const file = (): string => join(folder, ".emend", "emend.db");
const run = (...args: readonly string[]) =>
  runCli(["erase", ...args], { cwd: folder, env: { USER: "cleo" }, now: "2026-03-10T11:42:00Z" });

/** Answers as a person at a terminal would. */
const answer = (text: string, ...args: readonly string[]) =>
  runCommand(addErase, ["erase", ...args], {
    cwd: folder,
    stdin: Object.assign(Readable.from([Buffer.from(text)]), { isTTY: true }),
  });

async function look(): Promise<{ readonly authors: readonly string[]; readonly log: readonly AuditEntry[] }> {
  const store = await openSqliteStore({ file: file() });
  const { items } = await store.feedback.list({ limit: 9 });
  const log = await store.audit.list({ limit: 9 });
  await store.close();
  return { authors: items.map(({ author }) => author.id), log };
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-erase-"));
  const store = await openSqliteStore({ file: file() });
  await store.feedback.record([
    exampleFeedback({ id: "1", author: "dana-the-first", time: "2026-03-09T00:00:00Z" }),
    exampleFeedback({ id: "2", author: "ben", time: "2026-01-01T00:00:00Z" }),
  ]);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("emend erase person", () => {
  it("says what it did and what is left to do, and records who did it", async () => {
    const { code, stdout, stderr } = await run("person", "dana-the-first", "--yes");
    expect(stdout).toMatchInlineSnapshot(`
      "erased dana-the-first from 1 record and from the audit log; counts did not change
      "
    `);
    expect(stderr).toMatchInlineSnapshot(`
      "emend: a git ledger may still name them: rewrite it with \`emend ledger write --anew\`
      "
    `);
    expect(code).toBe(0);
    const { authors, log } = await look();
    expect(authors).toEqual(["erased", "ben"]);
    expect(log).toMatchObject([{ actor: "cleo", action: "person.erased", detail: { records: 1 } }]);
    expect(readFileSync(file()).includes("dana-the-first")).toBe(false);
  });

  it("prints JSON, and takes another name for who did it", async () => {
    const { stdout } = await run("person", "dana-the-first", "--yes", "--json", "--as", "privacy-desk");
    expect(JSON.parse(stdout)).toEqual({ records: 1, by: "privacy-desk" });
    expect((await look()).log).toMatchObject([{ actor: "privacy-desk" }]);
  });

  it("says that nobody of that name is there", async () => {
    const { code, stdout } = await run("person", "dana", "--yes");
    expect(stdout).toBe("no record is by dana, and the audit log does not mention them\n");
    expect(code).toBe(0);
  });

  it("needs --yes without a terminal", async () => {
    const { code, stderr } = await run("person", "dana-the-first");
    expect(code).toBe(2);
    expect(stderr).toContain("use --yes");
    expect((await look()).authors).toEqual(["dana-the-first", "ben"]);
  });

  it.each([
    { text: "y\n", authors: ["erased", "ben"], why: "yes" },
    { text: " YES \r\n", authors: ["erased", "ben"], why: "yes in full" },
    { text: "n\n", authors: ["dana-the-first", "ben"], why: "no" },
    { text: "\n", authors: ["dana-the-first", "ben"], why: "no word" },
    { text: "", authors: ["dana-the-first", "ben"], why: "the end of the input" },
    { text: "yesterday\n", authors: ["dana-the-first", "ben"], why: "another word" },
  ])("asks on a terminal, and hears $why", async ({ text, authors }) => {
    const { code, stderr } = await answer(text, "person", "dana-the-first");
    expect(stderr).toContain("Erase dana-the-first from every record and from the audit log?");
    expect(code).toBe(0);
    expect((await look()).authors).toEqual(authors);
  });

  it.each([
    { args: ["person", " ", "--yes"], error: "invalid_person" },
    { args: ["person", "dana", "--yes", "--as", " "], error: "invalid_actor" },
    { args: ["person", "dana", "--yes", "--as", "x".repeat(300)], error: "invalid_actor" },
    { args: ["older-than", "soon", "--yes"], error: "invalid_cut_off" },
    { args: ["older-than", "2027-01-01", "--yes"], error: "invalid_cut_off" },
  ])("refuses $args: $error", async ({ args, error }) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(`[${error}]`);
  });
});

describe("emend erase older-than", () => {
  it("deletes what is older, and records who did it", async () => {
    const { code, stdout } = await run("older-than", "30d", "--yes");
    expect(stdout).toMatchInlineSnapshot(`
      "deleted 1 record older than 2026-02-08T11:42:00.000Z; the counts behind patterns did not change
      "
    `);
    expect(code).toBe(0);
    const { authors, log } = await look();
    expect(authors).toEqual(["dana-the-first"]);
    const detail = { older_than: "2026-02-08T11:42:00.000Z", records: 1, complete: true };
    expect(log).toMatchObject([{ actor: "cleo", action: "records.deleted", detail }]);
  });

  it("says that nothing is so old, and records nothing", async () => {
    const { stdout } = await run("older-than", "2025-01-01", "--yes", "--json");
    expect(JSON.parse(stdout)).toEqual({ records: 0, before: "2025-01-01T00:00:00.000Z", by: "cleo" });
    expect((await look()).log).toEqual([]);
  });
});

describe("emend erase where a ChromaDB keeps the vectors", () => {
  const kept = new Set<string>();
  let server: Server;
  let env: Record<string, string> = {};
  const ids = { dana: "", ben: "" };

  beforeEach(async () => {
    const store = await openSqliteStore({ file: file() });
    const { items } = await store.feedback.list({ limit: 9 });
    await store.close();
    [ids.dana, ids.ben] = [items[0]!.id, items[1]!.id];
    kept.clear();
    for (const id of [ids.dana, ids.ben, "another"]) kept.add(id);
    // As much of Chroma as removing asks for.
    server = createServer(async (request, response) => {
      const body = (await json(request)) as { readonly ids?: readonly string[] };
      const asked = (body.ids ?? []).filter((id) => kept.has(id));
      if (request.url?.endsWith("/delete") === true) for (const id of asked) kept.delete(id);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url?.endsWith("/collections") ? { id: "c" } : { ids: asked }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    env = { USER: "cleo", EMEND_CHROMA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
  afterEach(() => server.close());
  const runWith = (...args: readonly string[]) =>
    runCli(["erase", ...args, "--yes"], { cwd: folder, env, now: "2026-03-10T11:42:00Z" });

  it("removes a person's there, and those of old records", async () => {
    expect((await runWith("person", "dana-the-first")).code).toBe(0);
    expect([...kept]).toEqual([ids.ben, "another"]);
    expect((await runWith("older-than", "30d")).code).toBe(0);
    expect([...kept]).toEqual(["another"]);
  });

  it("erases nothing while it cannot be reached, so that it can be done again", async () => {
    env = { ...env, EMEND_CHROMA_URL: "http://127.0.0.1:9" };
    for (const args of [
      ["person", "dana-the-first"],
      ["older-than", "30d"],
    ]) {
      const { code, stderr } = await runWith(...args);
      expect(stderr).toContain("[vectors_unreachable]");
      expect(code).toBe(3);
    }
    expect((await look()).authors).toEqual(["dana-the-first", "ben"]);
  });
});
