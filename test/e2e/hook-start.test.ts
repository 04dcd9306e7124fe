import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_BIN } from "../bin.ts";

let folder: string;
let env: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-hook-start-"));
  mkdirSync(join(folder, ".git"));
  env = { HOME: folder, USER: "ada", NODE_V8_COVERAGE: join(folder, "coverage") };
  const decision = {
    event_id: "e1",
    agent: "rio",
    comment: "Close the file.",
    author: { id: "ada", trust: "person" },
  };
  emend(["import", "--format", "jsonl"], JSON.stringify(decision));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

function emend(args: readonly string[], input: string): number {
  const { status, stderr, pid } = spawnSync(process.execPath, [BUILT_BIN, ...args], {
    cwd: folder,
    env,
    input,
  });
  expect([status, stderr.toString()]).toEqual([0, expect.any(String)]);
  return pid;
}

/** The files of Emend and its packages that a hook loads: V8 lists every script that it compiled. */
function loadedBy(event: object): readonly string[] {
  rmSync(join(folder, "coverage"), { recursive: true, force: true });
  const pid = emend(
    ["hook", "claude-code", "--alone"],
    JSON.stringify({ session_id: "s", cwd: folder, ...event }),
  );
  // A delivery that it leaves behind lists its own.
  return readdirSync(join(folder, "coverage"))
    .filter((name) => name.startsWith(`coverage-${pid}-`))
    .flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, "coverage", name), "utf8")) as {
        result: readonly { url: string }[];
      };
      return result.map(({ url }) => url);
    })
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url));
}

/** Chunks are named after the module that they begin with. */
const SERVER =
  /\/(?:create-http-app|run-serve|start-worker|create-mcp-server|handle-route|openapi|main)-[\w-]{8}\.js$/;

describe("the start of a hook", () => {
  it.each([
    { event: { hook_event_name: "SessionStart" }, mostKib: 1_200 },
    { event: { hook_event_name: "UserPromptSubmit", prompt: "Thanks, that is right." }, mostKib: 1_200 },
    {
      event: {
        hook_event_name: "PreToolUse",
        tool_name: "Edit",
        tool_input: { file_path: "a.ts", old_string: "a", new_string: "b" },
      },
      mostKib: 1_300,
    },
  ])(
    "loads neither the server nor any package that is not bundled: $event.hook_event_name",
    ({ event, mostKib }) => {
      const files = loadedBy(event);
      expect(files.length).toBeGreaterThan(10);
      expect(files.filter((file) => SERVER.test(file) || file.includes("/node_modules/"))).toEqual([]);
      const kib = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1_024;
      expect(kib).toBeLessThan(mostKib);
    },
  );

  it("would notice the server's modules: they have these names", () => {
    const chunks = readdirSync(join(BUILT_BIN, "../cli")).map((name) => `/${name}`);
    for (const name of ["create-http-app", "run-serve", "create-mcp-server", "main"])
      expect(chunks.filter((chunk) => SERVER.test(chunk) && chunk.startsWith(`/${name}-`))).toHaveLength(1);
  });
});
