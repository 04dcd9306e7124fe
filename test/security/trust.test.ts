import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collectOutput } from "../collect-output.ts";
import { atTerminal } from "../init-project.ts";
import { type CliRun, runCli } from "../run-cli.ts";
import { main } from "../../src/cli/main.ts";

let top = "";
let folder = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "emend-trust-"));
  folder = join(top, "project");
  mkdirSync(join(folder, ".git"), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}

const home = (): string => join(top, "home");
const records = (): string => join(home(), ".local/state/emend/trust");
const run = (
  args: readonly string[],
  more: { cwd?: string; env?: Record<string, string> } = {},
): Promise<CliRun> => runCli(args, { cwd: more.cwd ?? folder, env: { HOME: home(), ...more.env } });
const isTrusted = async (): Promise<boolean> => (await run(["trust", "--status"])).code === 0;

describe("emend trust", () => {
  it("15.3 shows each setting, where secrets go and which files it brings in, and then lets them count", async () => {
    put("pack.json", '{"name": "own"}');
    put(
      "emend.yaml",
      'server:\n  url: https://team.example\n  token: a-secret-of-many-letters\nstore: "postgres://ada@db/emend"\ngates: {packs: [code, ./pack.json]}\n',
    );
    const { code, stdout } = await run(["trust", "--yes"]);
    expect(code).toBe(0);
    expect(stdout.replaceAll(folder, "<folder>")).toMatchInlineSnapshot(`
      "<folder>/emend.yaml
      + gates.packs: ["code","./pack.json"]  # emend.yaml:5
      + server.token: ••••rs  # emend.yaml:3
      + server.url: https://team.example  # emend.yaml:2
      + store: postgres://••••@db/emend  # emend.yaml:4
      ! your EMEND_SERVER_TOKEN is sent to https://team.example
      ! your password in PGPASSWORD or ~/.pgpass is sent to postgres://••••@db/emend
      + includes pack.json
      trusted
      "
    `);
    expect(JSON.parse((await run(["config", "--json"])).stdout)).toMatchObject({
      config: { server: { url: "https://team.example" } },
      untrusted: [],
    });
  });

  it("15.3 shows what changed since, with secrets masked and control characters visible", async () => {
    put("emend.yaml", "server: {url: https://one.example, token: first-secret-of-many}\nllm: {model: m}\n");
    await run(["trust", "--yes"]);
    put("emend.yaml", 'server: {url: "https://two.example/\\e[31mred", token: other-secret-of-many}\n');
    const { code, stdout } = await run(["trust", "--status"]);
    expect(code).toBe(1);
    expect(stdout.replaceAll(folder, "<folder>")).toMatchInlineSnapshot(`
      "<folder>/emend.yaml
      - server.token: ••••ny
      + server.token: ••••ny  # emend.yaml:1
      - server.url: https://one.example
      + server.url: https://two.example/\\u001b[31mred  # emend.yaml:1
      - llm.model: m
      ! your EMEND_SERVER_TOKEN is sent to https://two.example/\\u001b[31mred
      "
    `);
    expect(stdout).not.toContain("\u001B");
    expect(JSON.parse((await run(["config", "--json"])).stdout)).toMatchObject({
      config: { server: { url: null } },
    });
  });

  it.each([
    {
      what: "an address",
      before: "server: {url: https://a.example}",
      after: "server: {url: https://b.example}",
    },
    { what: "a secret", before: "llm: {key: aaaaaaaaaaaaaaaa-1}", after: "llm: {key: bbbbbbbbbbbbbbbb-1}" },
    { what: "a setting more", before: "store: a.db", after: "store: a.db\nledger: {push: true}" },
    { what: "a setting less", before: "store: a.db\nledger: {push: true}", after: "store: a.db" },
    { what: "fewer approvers", before: "store: a.db", after: "store: a.db\nrules: {approvers: 1}" },
  ])("15.3 $what ends the trust", async ({ before, after }) => {
    put("emend.yaml", before);
    await run(["trust", "--yes"]);
    expect(await isTrusted()).toBe(true);
    put("emend.yaml", after);
    expect(await isTrusted()).toBe(false);
  });

  it.each([
    { what: "a gate pack", file: "packs/own.json", set: "gates: {packs: [packs/own.json]}" },
    { what: "a catalogue", file: "mistakes.jsonl", set: "catalogue: {file: mistakes.jsonl}" },
    { what: "a file that holds a secret", file: "key", set: "llm: {key_file: key}" },
  ])("15.3 another content of $what ends the trust", async ({ file, set }) => {
    put(file, "one");
    put("emend.yaml", set);
    await run(["trust", "--yes"]);
    expect(await isTrusted()).toBe(true);
    put(file, "two");
    expect(await isTrusted()).toBe(false);
    expect((await run(["trust", "--status"])).stdout).toContain(`~ includes ${file}`);
  });

  it("15.3 other lines, comments and harmless settings do not end it", async () => {
    put("emend.yaml", "store: a.db\nserver: {url: https://a.example}\n");
    await run(["trust", "--yes"]);
    put("emend.yaml", "# a comment\nagent: rio\nserver:\n  url: https://a.example\nstore: a.db\n");
    expect(await isTrusted()).toBe(true);
  });

  it("15.3 is kept per file and per user, for the user alone", async () => {
    put("emend.yaml", "store: a.db\n");
    await run(["trust", "--yes"]);
    const other = join(top, "other");
    mkdirSync(join(other, ".git"), { recursive: true });
    writeFileSync(join(other, "emend.yaml"), "store: a.db\n");
    expect((await run(["trust", "--status"], { cwd: other })).code).toBe(1);
    expect((await run(["trust", "--status"], { env: { HOME: join(top, "home-of-another") } })).code).toBe(1);
    const [name] = readdirSync(records());
    expect(statSync(records()).mode & 0o777).toBe(0o700);
    expect(statSync(join(records(), name!)).mode & 0o777).toBe(0o600);
  });

  it("15.3 a record that is a link or open to others counts for nothing", async () => {
    put("emend.yaml", "store: a.db\n");
    await run(["trust", "--yes"]);
    const record = join(records(), readdirSync(records())[0]!);
    const text = readFileSync(record);
    writeFileSync(join(top, "planted"), text, { mode: 0o600 });
    rmSync(record);
    symlinkSync(join(top, "planted"), record);
    expect(await isTrusted()).toBe(false);
    rmSync(record);
    writeFileSync(record, text, { mode: 0o644 });
    expect(await isTrusted()).toBe(false);
  });

  it("15.3 no secret is kept in the record", async () => {
    put("emend.yaml", "llm: {key: a-secret-of-many-letters, url: 'https://ada:pass-of-ada@host/v1'}\n");
    await run(["trust", "--yes"]);
    const text = readFileSync(join(records(), readdirSync(records())[0]!), "utf8");
    expect(text).not.toMatch(/a-secret-of|pass-of-ada/);
  });

  it("15.3 is taken back with --revoke", async () => {
    put("emend.yaml", "store: a.db\n");
    await run(["trust", "--yes"]);
    expect((await run(["trust", "--revoke"])).code).toBe(0);
    expect(await isTrusted()).toBe(false);
  });

  it("15.3 nobody to ask is refused, and a no is one", async () => {
    put("emend.yaml", "store: a.db\n");
    expect(await run(["trust"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[not_confirmed]"),
    });
    for (const [answer, trusted] of [
      ["n\n", false],
      ["\n", false],
      ["y\n", true],
    ] as const) {
      const output = collectOutput();
      await main(["trust"], {
        stdin: atTerminal(answer),
        stdout: output.stream,
        stderr: collectOutput().stream,
        env: { HOME: home() },
        cwd: folder,
        now: () => new Date("2026-11-15T12:00:00Z"),
      });
      expect(await isTrusted()).toBe(trusted);
    }
  });

  it("15.3 what emend init writes needs no trust", async () => {
    await run(["init", "--for", "claude-code", "--agent", "rio", "--yes"]);
    expect((await run(["trust", "--status"])).stdout).toBe("nothing here needs trust\n");
  });

  it("15.3 says so if there is nothing to trust", async () => {
    expect(await run(["trust"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("[config_missing]"),
    });
    put("emend.yaml", "agent: rio\n");
    expect(await run(["trust"])).toMatchObject({ code: 0, stdout: "nothing here needs trust\n" });
    const named = await run(["trust", "--config", "emend.yaml"]);
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining("[config_named]") });
  });
});
