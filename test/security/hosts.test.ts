import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { SOURCE_BIN } from "../bin.ts";
import { runCli } from "../run-cli.ts";
import { bodyIn, sendRaw, statusesIn } from "../raw-http.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let child: ChildProcess | undefined;
afterEach(async () => {
  if (child === undefined || child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
});

/** Starts a server that listens on every address; answers its port. */
async function serve(env: Readonly<Record<string, string>> = {}): Promise<number> {
  child = spawn(
    process.execPath,
    [SOURCE_BIN, "serve", "--role", "server", "--host", "0.0.0.0", "--port", "0"],
    {
      cwd: folder,
      env: { ...process.env, EMEND_SERVER_LOG_LEVEL: "debug", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let heard = "";
  return new Promise((resolve, reject) => {
    child!.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${heard}`)));
    child!.stderr!.setEncoding("utf8").on("data", (text: string) => {
      heard += text;
      const port = /"port":(\d+)/.exec(heard)?.[1] ?? /emend: http:\S+:(\d+) on/.exec(heard)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

const ask = async (port: number, host: string) => {
  const { text } = await sendRaw(
    port,
    `GET /login/page.css HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return { status: statusesIn(text)[0], text };
};

describe("a server on every address", () => {
  it("15.14 refuses names that are not its own, and says which settings allow one", async () => {
    const port = await serve({ EMEND_SERVER_ALLOWED_HOSTS: "emend.internal,emend" });
    const refused = await ask(port, "evil.example");
    expect(refused.status).toBe(403);
    expect(bodyIn(refused.text)).toMatchObject({ code: "host_refused" });
    expect(refused.text).toContain("server.allowed_hosts");
    expect((await ask(port, "0.0.0.0")).status).toBe(403);
    for (const host of ["localhost", `127.0.0.1:${port}`, "[::1]", "EMEND.internal:80", "emend"]) {
      expect([host, (await ask(port, host)).status]).toEqual([host, 200]);
    }
  }, 60_000);

  it("15.14 answers under the address that a connection came to", async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    const port = await serve();
    // Linux takes all of 127.0.0.0/8 as this machine's own, where there is no other network.
    const response = await fetch(`http://${own ?? "127.0.0.2"}:${port}/login/page.css`);
    expect(response.status).toBe(200);
    expect((await ask(port, "192.0.2.1")).status).toBe(403);
  }, 60_000);
});

it.each(["https://emend.example", "emend.example/path", "*", "a b"])(
  "15.14 the setting refuses %s, which is no host name",
  async (host) => {
    const { code, stderr } = await runCli(["serve", "--port", "0"], {
      cwd: folder,
      env: { EMEND_SERVER_ALLOWED_HOSTS: host },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("server.allowed_hosts");
  },
);

it("15.13 a trusted proxy that is no address is refused at the start", async () => {
  const { code, stderr } = await runCli(["serve", "--port", "0"], {
    cwd: folder,
    env: { EMEND_SERVER_TRUSTED_PROXIES: "10.0.0.0/8,proxy.example" },
  });
  expect(code).toBe(2);
  expect(stderr).toContain("server.trusted_proxies");
});
