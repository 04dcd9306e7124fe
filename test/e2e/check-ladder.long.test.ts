import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_BIN } from "../bin.ts";
import { setup as build } from "../build-once.ts";
import { type ModelStep, type ScriptedModel, startModel } from "../clients/scripted-model.ts";
import { CLAUDE_CODE } from "../clients/all-clients.ts";
import { installClient } from "../clients/install-client.ts";
import { startServer, type StartedServer } from "../start-server.ts";

const run = promisify(execFile);

let client: string;
let model: ScriptedModel;
let server: StartedServer;
let home: string;
let folder: string;
beforeAll(async () => {
  // A hook has a second, and the sources take most of that to load.
  build();
  client = await installClient(CLAUDE_CODE.client);
  model = await startModel();
  home = mkdtempSync(join(tmpdir(), "emend-ladder-home-"));
  folder = mkdtempSync(join(tmpdir(), "emend-ladder-"));
  mkdirSync(join(home, "server"));
  mkdirSync(join(folder, "src"));
  await run("git", ["init", "--quiet", folder]);
  server = await startServer(["--port", "0"], { cwd: join(home, "server"), env: { HOME: home } });
}, 900_000);
afterAll(async () => {
  await server?.stop();
  await model?.close();
  for (const each of [folder, home])
    rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Requests of the API with one person's token. */
async function personOf(name: string, role: "approver" | "agent" = "approver", more: object = {}) {
  const { text } = (await request(server.token!, "POST", "tokens", { name, role, ...more })) as {
    text: string;
  };
  return {
    token: text,
    get: (path: string): Promise<unknown> => request(text, "GET", path),
    post: (path: string, body: object): Promise<unknown> => request(text, "POST", path, body),
  };
}

async function request(token: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 240; tries += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(250);
  }
  throw new Error(`expected ${what}`);
}

/** One conversation with the real client; what the model was sent in it, request by request. */
async function converse(prompt: string, env: Record<string, string>, ...steps: readonly ModelStep[]) {
  model.script(...steps);
  await run(client, ["-p", prompt, "--session-id", randomUUID(), "--allowedTools", "Read,Write,Edit"], {
    cwd: folder,
    timeout: 120_000,
    env: {
      ...env,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "sk-ant-not-a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
  });
  return model.heard();
}

const AGENT = "claude-code";
const ask = "Write a function that compares.";
const CORRECTIONS = [
  ["ana", "src/cart.js", "if (total == limit) stop();", "if (total === limit) stop();"],
  ["ben", "src/row.js", "return kind == name;", "return kind === name;"],
  ["ana", "src/port.js", "while (port == last) next(port);", "while (port === last) next(port);"],
] as const;
const MISTAKE = "export const same = (a, b) => {\n  if (a == b) return true;\n  return false;\n};\n";
const MENDED = MISTAKE.replace("a == b", "a === b");

interface Checked {
  readonly check_id: string;
}
interface Listed<T> {
  readonly items: readonly T[];
}

describe("from a correction to a check that enforces itself", () => {
  it("three corrections, a rule, a check: the agent is told at once, mends it, and its prompt loses the text", async () => {
    const [ana, ben] = [await personOf("ana"), await personOf("ben")];
    const hook = await personOf("claude on this machine", "agent", { agent: AGENT });
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      XDG_RUNTIME_DIR: home,
      EMEND_SERVER_URL: server.url,
      EMEND_SERVER_TOKEN: hook.token,
    };
    const emend = (...args: readonly string[]) =>
      run(process.execPath, [BUILT_BIN, ...args], { cwd: folder, env });
    await emend("init", "--for", "claude-code", "--command", `${process.execPath} ${BUILT_BIN}`, "--yes");

    // Three corrections by two people become a rule that both approve.
    for (const [index, [by, path, before, after]] of CORRECTIONS.entries()) {
      const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+${after}\n`;
      const item = {
        event_id: `correction-${index}`,
        agent: AGENT,
        outcome: "approved_with_changes",
        path,
        comment: "Compare with ===, not with ==.",
        diff,
      };
      await (by === "ana" ? ana : ben).post("feedback", { items: [item] });
    }
    const proposed = await until("a proposal", async () => {
      const { items } = (await ana.get("proposals")) as Listed<{
        rule_id: string;
        text: string;
        version: number;
      }>;
      return items.find(({ text }) => text.includes("==="));
    });
    const { rule_id } = proposed;
    const hasText = async (): Promise<boolean> =>
      (await converse(ask, env)).some((body) => body.includes(proposed.text.replace(/\.$/, "")));
    for (const person of [ana, ben])
      await person.post(`proposals/${rule_id}/approve`, { version: proposed.version });
    expect(await ana.get(`rules/${rule_id}`)).toMatchObject({ status: "active" });
    expect(await hasText()).toBe(true);

    // The check: drafted from the corrections, tried on code, approved by both, nudging.
    const { check_id } = await until("a drafted check", async () => {
      const { items } = (await ana.get("checks?state=drafted")) as Listed<Checked>;
      return items[0] ?? ((await ana.post(`rules/${rule_id}/checks`, {})) as Checked);
    });
    const tried = await ana.post(`checks/${check_id}/try`, {
      files: [
        { path: "src/a.js", text: MISTAKE },
        { path: "src/b.js", text: MENDED },
      ],
    });
    expect(tried).toMatchObject({ files: 2, hits: 1 });
    for (const person of [ana, ben]) await person.post(`checks/${check_id}/approve`, { version: 1 });
    await ana.post(`checks/${check_id}/nudge`, { version: 1 });

    // The agent makes the mistake, is told where and how it was corrected before, and mends it.
    const file_path = join(folder, "src/same.js");
    const heard = await converse(
      ask,
      env,
      { tool: "Write", input: { file_path, content: MISTAKE } },
      { tool: "Edit", input: { file_path, old_string: "a == b", new_string: "a === b" } },
    );
    const told = heard.map((body) => body.split("src/same.js:2: ").length - 1);
    expect(told).toEqual([0, 1, 1]);
    expect(heard[1]?.includes("An earlier correction, before:")).toBe(true);
    expect(readFileSync(file_path, "utf8")).toBe(MENDED);

    // What the hook saw is on the server: the mistake is caught, and no recurrence.
    const measured = await until("the hit", async () => {
      const { effect } = (await ana.get(`rules/${rule_id}/effect`)) as { effect: { caught: number } };
      return effect.caught > 0 ? effect : undefined;
    });
    expect(measured).toMatchObject({ caught: 1, after: { events: 0 } });
    await until("the run of the check", async () => {
      const found = (await ana.get(`agents/${AGENT}/rules`)) as { withheld: readonly { reason: string }[] };
      return found.withheld.some(({ reason }) => reason === "check") ? found : undefined;
    });

    // The next conversation has no text of the rule, and the check still tells the agent.
    writeFileSync(file_path, MENDED);
    expect(await hasText()).toBe(false);
    const again = await converse(ask, env, {
      tool: "Write",
      input: { file_path: join(folder, "src/other.js"), content: MISTAKE },
    });
    expect(again.at(-1)?.includes("src/other.js:2: ")).toBe(true);

    // A check that blocks refuses the edit before it is made; one that is retired gives the text back.
    await ana.post(`checks/${check_id}/block`, { version: 1 });
    let attempt = 0;
    // The hook asks the server for checks at most once a minute.
    const refused = await until("a refusal", async () => {
      const path = join(folder, `src/third-${(attempt += 1)}.js`);
      const bodies = await converse(ask, env, {
        tool: "Write",
        input: { file_path: path, content: MISTAKE },
      });
      return bodies.some((body) => body.includes("Emend refused this edit")) ? bodies : undefined;
    });
    expect(refused.at(-1)?.includes(`src/third-${attempt}.js:2: `)).toBe(true);
    expect(existsSync(join(folder, `src/third-${attempt}.js`))).toBe(false);
    await ana.post(`checks/${check_id}/retire`, { reason: "A linter does it now." });
    expect(await hasText()).toBe(true);
  }, 600_000);
});
