import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  top,
  folder,
  env,
  text,
  write,
  run,
  doctor,
  wrongIn,
  withoutAgents,
  set,
  useDoctorProject,
} from "../../../test/doctor-project.ts";

useDoctorProject();

describe("emend doctor and a server", () => {
  let server: Server;
  let answer: { status: number; session: object; date?: string };
  beforeEach(async () => {
    withoutAgents();
    answer = {
      status: 200,
      session: { id: "x", role: "agent", agent: "claude-code", permissions: ["read"], version: "0.1.0" },
    };
    server = createServer((request, response) => {
      if (request.url === "/healthz") {
        response.end(JSON.stringify({ status: "alive" }));
        return;
      }
      response.sendDate = answer.date === undefined;
      response.writeHead(answer.status, answer.date === undefined ? {} : { date: answer.date });
      response.end(JSON.stringify(answer.session));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    set("EMEND_SERVER_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    set("EMEND_SERVER_TOKEN", "secret-token");
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    { code: undefined, change: () => undefined },
    { code: "token_refused", change: () => (answer = { status: 401, session: { code: "token_invalid" } }) },
    { code: "server_odd", change: () => (answer = { status: 404, session: [] }) },
    { code: "token_too_strong", change: () => (answer.session = { ...answer.session, role: "admin" }) },
    { code: "token_of_another", change: () => set("EMEND_AGENT", "kim") },
    { code: "token_missing", change: () => set("EMEND_SERVER_TOKEN", undefined) },
    {
      code: "server_version_differs",
      change: () => (answer.session = { ...answer.session, version: "9.0.0" }),
    },
    { code: "clock_differs", change: () => (answer.date = "Thu, 01 Jan 2026 00:00:00 GMT") },
  ])("$code", async ({ code, change }) => {
    change();
    const found = await run("doctor");
    const codes = Array.from(found.stdout.matchAll(/ \[(\w+)\]$/gm), ([, each]) => each);
    expect(codes.filter((each) => each !== "no_agent_set_up")).toEqual(code === undefined ? [] : [code]);
    expect(found.stdout).not.toContain("secret-token");
  });
});

describe("emend doctor --fix", () => {
  it("runs what is safe, and says what it ran", async () => {
    withoutAgents();
    write("CLAUDE.md", text("CLAUDE.md").replace("Close every file.", "Close no file."));
    const { code, stdout, stderr } = await run("doctor", "--fix", "--yes");
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("CLAUDE.md: in step with the rules in force"),
    ]);
    expect(stderr).toContain("+- Close every file.");
    expect(stderr).toContain("emend: ran emend inject\n");
    expect(text("CLAUDE.md")).toContain("Close every file.");
  });

  it("changes nothing that nobody agreed to", async () => {
    withoutAgents();
    write("CLAUDE.md", text("CLAUDE.md").replace("Close every file.", "Close no file."));
    const { stderr } = await run("doctor", "--fix");
    expect(stderr).toContain("emend: emend inject was not run\n");
    expect(text("CLAUDE.md")).toContain("Close no file.");
    expect((await run("doctor", "--yes")).code).toBe(2);
  });
});

describe("emend doctor in a hostile clone", () => {
  it.each([
    "./tools/emend hook claude-code",
    '"$CLAUDE_PROJECT_DIR/node_modules/.bin/emend" hook claude-code',
    'sh -c "touch planted; emend hook claude-code"',
    "touch planted; emend hook claude-code",
    "npx emend hook claude-code",
    "tools/emend hook",
  ])("starts no program that came with it: %s", async (command) => {
    for (const path of ["tools/emend", "node_modules/.bin/emend"]) {
      write(path, `#!/bin/sh\ntouch "${folder}/planted"\necho 0.1.0\n`);
      chmodSync(join(folder, path), 0o755);
    }
    env["PATH"] = `${join(folder, "tools")}:tools:${env["PATH"]!}`;
    rmSync(join(top, "bin/emend"));
    rmSync(join(folder, ".mcp.json"));
    write(
      ".claude/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }),
    );
    const { checks } = await doctor();
    expect(checks.filter(({ check }) => check.startsWith("hooks")).map(({ code }) => code)).toEqual([
      "program_not_tried",
    ]);
    expect(existsSync(join(folder, "planted"))).toBe(false);
  });

  it("sends no token to a server that its settings name", async () => {
    withoutAgents();
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    write("emend.yaml", `server:\n  url: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    set("EMEND_SERVER_TOKEN", "secret-token");
    expect(wrongIn(await doctor()).map(({ code }) => code)).toContain("not_trusted");
    expect(asked).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});
