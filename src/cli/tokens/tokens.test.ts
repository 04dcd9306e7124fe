import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/run-command.ts";
import { withStore } from "../../../test/with-store.ts";
import { parseTokenText } from "../../core/access/token.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";
import { addTokens } from "./tokens.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-tokens-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The settings that a test writes are named, as a server's are. */
const settings = (): string => join(folder, "emend.yaml");
const run = (...args: readonly string[]) =>
  runCommand(addTokens, ["tokens", ...args], {
    cwd: folder,
    env: existsSync(settings()) ? { EMEND_CONFIG: settings() } : {},
  });

const create = (...args: readonly string[]) => run("create", "--name", "ana", "--role", "approver", ...args);

const look = <T>(at: (store: Store) => Promise<T>): Promise<T> => withStore(folder, at);

/** Ids differ each time. */
const steady = (text: string): string => text.replaceAll(/tk_[0-9a-f]{16}/g, "tk_0000000000000000");

describe("emend tokens create", () => {
  it("prints the token alone on standard output, once, and makes the store", async () => {
    const { code, stdout, stderr } = await create();
    const text = stdout.trimEnd();
    expect(parseTokenText(text)).toBeDefined();
    expect(steady(stderr)).toMatchInlineSnapshot(`
      "emend: token tk_0000000000000000 for ana is valid until 2026-06-08T11:42:00.000Z. It won't be shown again, so store it safely.
      "
    `);
    expect(code).toBe(0);
    const found = await look(({ tokens }) => tokens.findByHash(sha256(text)));
    expect(found).toMatchObject({ name: "ana", role: "approver", created_by: "cli" });
    expect(JSON.stringify(await run("list", "--json"))).not.toContain(text.slice(20));
    expect(await look(({ audit }) => audit.list({ limit: 5 }))).toMatchObject([
      { actor: "cli", action: "token.issued", subject: found!.id },
    ]);
  });

  it("makes an agent's token, for as long as asked, by whom is named, as JSON", async () => {
    const args = ["--name", "hooks", "--role", "Agent", "--agent", "rio", "--days", "7", "--as", "dana"];
    const { stdout } = await run("create", ...args, "--json");
    const made = JSON.parse(stdout) as { readonly token: string; readonly id: string };
    expect(made).toEqual({
      token: expect.stringMatching(/^emd_/) as string,
      id: parseTokenText(made.token)!.id,
      name: "hooks",
      role: "agent",
      agent: "rio",
      expires_at: "2026-03-17T11:42:00.000Z",
    });
    expect(await look(({ tokens }) => tokens.find(made.id))).toMatchObject({ created_by: "dana" });
  });

  it.each([
    { why: "a role that there is not", args: ["--role", "root"], error: "invalid_option" },
    { why: "no agent", args: ["--role", "agent"], error: "invalid_token_request" },
    { why: "an agent for an approver", args: ["--agent", "rio"], error: "invalid_token_request" },
    { why: "a blank name", args: ["--name", " "], error: "invalid_token_request" },
    { why: "Emend's own name", args: ["--name", "emend"], error: "invalid_token_request" },
    { why: "no days", args: ["--days", "0"], error: "invalid_number" },
    { why: "more than two years", args: ["--days", "731"], error: "invalid_number" },
    { why: "a blank actor", args: ["--as", " "], error: "invalid_actor" },
  ])("refuses $why", async ({ args, error }) => {
    const { code, stdout, stderr } = await create(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`[${error}]`);
  });
});

describe("emend tokens list", () => {
  it("shows who holds which, and nothing that acts on a terminal", async () => {
    const first = parseTokenText((await create("--as", "da\u001b[31mna")).stdout.trim())!.id;
    await run("revoke", first);
    await run("create", "--name", "hooks", "--role", "agent", "--agent", "rio", "--days", "1");
    const { code, stdout, stderr } = await run("list");
    expect(steady(stdout)).toMatchInlineSnapshot(`
      "ID                   NAME   ROLE          STATE    UNTIL       LAST USED  BY
      tk_0000000000000000  hooks  agent of rio  active   2026-03-11  never      cli
      tk_0000000000000000  ana    approver      revoked  2026-03-10  never      da\\u001b[31mna
      "
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("gives a page, and how to go on", async () => {
    for (const name of ["a", "b", "c"]) await run("create", "--name", name, "--role", "reviewer");
    const { stdout, stderr } = await run("list", "--limit", "2", "--json");
    const { items: tokens, next } = JSON.parse(stdout) as { items: readonly object[]; next: string };
    expect(tokens).toMatchObject([{ name: "c", state: "active" }, { name: "b" }]);
    expect(stderr).toContain(`emend tokens list --after ${next}`);
    const rest = await run("list", "--after", next, "--json");
    expect(JSON.parse(rest.stdout)).toMatchObject({ items: [{ name: "a" }], next: null });
    expect(rest.stderr).toBe("");
  });

  it("says that there are none", async () => {
    await look(async () => undefined);
    const { code, stdout, stderr } = await run("list");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("emend tokens create");
  });

  it("says that there is no store", async () => {
    const { code, stderr } = await run("list");
    expect(code).toBe(3);
    expect(stderr).toContain("[store_missing]");
  });
});

describe("emend tokens revoke", () => {
  it.each([
    { why: "by its id", name: (text: string) => parseTokenText(text)!.id },
    { why: "by the token itself", name: (text: string) => text },
  ])("ends a token $why, once", async ({ name }) => {
    const text = (await create()).stdout.trim();
    const { code, stdout } = await run("revoke", name(text), "--as", "dana");
    expect(steady(stdout)).toBe("revoked tk_0000000000000000 of ana\n");
    expect(code).toBe(0);
    expect(await look(({ tokens }) => tokens.findByHash(sha256(text)))).toMatchObject({ revoked_by: "dana" });
    const again = await run("revoke", name(text));
    expect(again.stdout).toContain("was already revoked at 2026-03-10T11:42:00.000Z");
    const json = await run("revoke", name(text), "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ changed: false, token: { revoked_by: "dana" } });
  });

  it("says that there is no such token", async () => {
    await create();
    const { code, stderr } = await run("revoke", "tk_nobody");
    expect(code).toBe(2);
    expect(stderr).toContain("there is no token tk_nobody [token_not_found]");
  });
});

describe("emend tokens link", () => {
  const link = (...args: readonly string[]) => run("link", ...args);
  /** Whom a link lets in, as the server asks the store. */
  const whom = (address: string) =>
    look(({ sessions }) => sessions.takeLink(sha256(new URL(address).searchParams.get("link")!)));

  it("prints a link alone on standard output, for the newest administrator whose token counts", async () => {
    await run("create", "--name", "old admin", "--role", "admin");
    await run("create", "--name", "root", "--role", "admin");
    const gone = await run("create", "--name", "gone", "--role", "admin", "--json");
    await run("revoke", (JSON.parse(gone.stdout) as { readonly id: string }).id);
    await create();
    const { code, stdout, stderr } = await link();
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:4180\/login\?link=[\w-]{43}\n$/);
    expect(steady(stderr)).toMatchInlineSnapshot(`
      "emend: the link logs one browser in as root (admin, tk_0000000000000000), once, until 2026-03-10T11:52:00.000Z
      "
    `);
    expect(code).toBe(0);
    expect(await whom(stdout.trim())).toMatchObject({
      principal: { id: "root", role: "admin", kind: "token" },
    });
  });

  it("is another each time, each for one browser", async () => {
    await run("create", "--name", "root", "--role", "admin");
    const [one, two] = [(await link()).stdout.trim(), (await link()).stdout.trim()];
    expect(one).not.toBe(two);
    expect(await whom(one)).toBeDefined();
    expect(await whom(one)).toBeUndefined();
    expect(await whom(two)).toBeDefined();
  });

  it("names the address that browsers know, and the token that is asked for, as JSON", async () => {
    writeFileSync(settings(), "server:\n  public_url: https://emend.example/\n");
    const { id } = parseTokenText((await create()).stdout.trim())!;
    const { stdout } = await link("--id", id, "--json");
    expect(JSON.parse(stdout)).toEqual({
      link: expect.stringMatching(/^https:\/\/emend\.example\/login\?link=[\w-]{43}$/) as string,
      id,
      name: "ana",
      role: "approver",
      expires_at: "2026-03-10T11:52:00.000Z",
    });
  });

  it("writes an IPv6 address as addresses do", async () => {
    writeFileSync(settings(), 'server:\n  host: "::1"\n  port: 80\n');
    await run("create", "--name", "root", "--role", "admin");
    expect((await link()).stdout).toMatch(/^http:\/\/\[::1\]:80\/login/);
  });

  it("says that no administrator's token counts", async () => {
    await create();
    const { code, stdout, stderr } = await link();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("[no_admin]");
  });

  it("refuses a token that does not count", async () => {
    const { id } = parseTokenText((await create()).stdout.trim())!;
    await run("revoke", id);
    expect((await link("--id", id)).stderr).toContain("[token_revoked]");
    expect((await link("--id", "tk_nobody")).stderr).toContain("[token_not_found]");
  });

  it("asks for the address where the server takes a free port", async () => {
    writeFileSync(settings(), "server:\n  port: 0\n");
    await run("create", "--name", "root", "--role", "admin");
    const { code, stdout, stderr } = await link();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("[server_address_unknown]");
  });

  it("makes no store", async () => {
    expect((await link()).stderr).toContain("[store_missing]");
  });
});
