import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Feedback } from "../../src/core/feedback/feedback.ts";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { BUILT_BIN } from "../bin.ts";
import { readAll } from "../contract/read-all.ts";
import type { CodingClient } from "./coding-client.ts";
import { installClient } from "./install-client.ts";
import { type ModelStep, startModel } from "./scripted-model.ts";

const run = promisify(execFile);

/** A repository that `emend init` set up for a client, and a model that follows a script. */
export interface ClientProject {
  readonly folder: string;
  readonly path: (name: string) => string;
  readonly emend: (...args: readonly string[]) => Promise<{ readonly stdout: string }>;
  /** One message to the client in a new conversation; answers all that the model was sent, request by request. */
  readonly begin: (prompt: string, ...steps: readonly ModelStep[]) => Promise<readonly string[]>;
  /** One more message in the last conversation. */
  readonly goOn: (prompt: string, ...steps: readonly ModelStep[]) => Promise<readonly string[]>;
  /** Everything recorded, once the hooks have delivered what they heard. */
  readonly recorded: () => Promise<readonly Feedback[]>;
  readonly withStore: <T>(use: (store: Store) => Promise<T>) => Promise<T>;
  readonly end: () => Promise<void>;
}

export async function startClientProject(client: CodingClient): Promise<ClientProject> {
  const program = await installClient(client.client);
  const model = await startModel();
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  const home = mkdtempSync(join(tmpdir(), "client-home-"));
  mkdirSync(join(folder, "src"));
  await run("git", ["init", "--quiet", folder]);
  writeFileSync(join(home, ".gitconfig"), "[user]\n  name = ada\n");
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_RUNTIME_DIR: home };
  const place = { folder, home, url: model.url };
  const emend: ClientProject["emend"] = (...args) =>
    run(process.execPath, [BUILT_BIN, ...args], { cwd: folder, env });
  await emend("init", "--for", client.name, "--command", `${process.execPath} ${BUILT_BIN}`, "--yes");
  client.prepare(place);

  const turn = async (prompt: string, isNew: boolean, steps: readonly ModelStep[]) => {
    model.script(...steps);
    const isScript = program.endsWith(".js");
    const child = run(
      isScript ? process.execPath : program,
      [...(isScript ? [program] : []), ...client.turn(prompt, isNew)],
      { cwd: folder, timeout: 120_000, env: { ...env, ...client.env(place) } },
    );
    child.child.stdin?.end();
    await child;
    return model.heard();
  };
  const delivered = async (): Promise<void> => {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await emend("hook", "--status")).stdout.includes("waiting: 0")) return;
      await setTimeout(200);
    }
    throw new Error("what the hooks heard was not delivered");
  };
  const withStore: ClientProject["withStore"] = async (use) => {
    mkdirSync(join(folder, ".emend"), { recursive: true });
    const store = await openSqliteStore({ file: join(folder, ".emend/emend.db") });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  return {
    folder,
    path: (name) => join(folder, name),
    emend,
    begin: (prompt, ...steps) => turn(prompt, true, steps),
    goOn: (prompt, ...steps) => turn(prompt, false, steps),
    recorded: async () => {
      await delivered();
      return withStore((store) => readAll(store.feedback));
    },
    withStore,
    end: async () => {
      await model.close();
      for (const each of [folder, home])
        rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
