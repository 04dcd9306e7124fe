import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { Command, CommanderError } from "commander";
import { afterEach, describe, expect, it } from "vitest";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import type { CliIo } from "../cli-io.ts";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { addWebhooks } from "./webhooks.ts";

let servers: WebhookServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});
const start = async (...args: Parameters<typeof startWebhookServer>): Promise<WebhookServer> => {
  const server = await startWebhookServer(...args);
  servers.push(server);
  return server;
};

/** Runs the command in this process, by the real clock: receivers refuse what is old. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const stdout = new PassThrough();
  const io: CliIo = {
    stdin: Readable.from([]),
    stdout,
    stderr: new PassThrough(),
    env,
    cwd: mkdtempSync(join(tmpdir(), "emend-webhooks-")),
    now: () => new Date(),
  };
  let code: number = EXIT.success;
  let said = "";
  const program = new Command("emend").exitOverride().configureOutput({ writeOut: (text) => (said += text) });
  addWebhooks(program, { io, finish: (ended) => (code = ended) });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CliError) return { code: error.exitCode, out: `${error.message} [${error.code}]` };
    if (!(error instanceof CommanderError)) throw error;
  }
  stdout.end();
  return { code, out: said + Buffer.concat((await stdout.toArray()) as Buffer[]).toString() };
}

describe("emend webhooks", () => {
  it("sends a signed test to the address given", async () => {
    const server = await start();
    const { code, out } = await run(["webhooks", "test", server.url], { EMEND_WEBHOOKS_SECRET: TEST_SECRET });
    expect(out).toBe(`ok  ${new URL(server.url).origin}/…  answered 204\n`);
    expect(code).toBe(EXIT.success);
    expect(server.violations).toEqual([]);
    expect(server.received.map(({ read }) => read.type)).toEqual(["emend.test"]);
  });

  it("tries every address of the settings, and says which failed", async () => {
    const [good, bad] = [await start(), await start((response) => void response.writeHead(500).end())];
    const { code, out } = await run(["webhooks", "test", "--json"], {
      EMEND_WEBHOOKS_SECRET: TEST_SECRET,
      EMEND_WEBHOOKS_URLS: `${good.url},${bad.url}`,
    });
    expect(code).toBe(EXIT.problem);
    expect(JSON.parse(out)).toMatchObject({
      items: [
        { ok: true, status: 204 },
        { ok: false, status: 500 },
      ],
    });
    expect(good.received).toHaveLength(1);
    expect(bad.received).toHaveLength(1);
  });

  it("says why there was no answer", async () => {
    const server = await start((response) => void response.destroy());
    const { code, out } = await run(["webhooks", "test", server.url], { EMEND_WEBHOOKS_SECRET: TEST_SECRET });
    expect(out).toContain("could not be reached (ECONNRESET)");
    expect(code).toBe(EXIT.problem);
  });

  it.each([
    { args: ["http://a/"], env: {}, code: "webhook_secret_missing", why: "no secret" },
    {
      args: ["nonsense"],
      env: { EMEND_WEBHOOKS_SECRET: TEST_SECRET },
      code: "invalid_webhook_url",
      why: "no address",
    },
    {
      args: [],
      env: { EMEND_WEBHOOKS_SECRET: TEST_SECRET },
      code: "no_webhook_endpoint",
      why: "nobody to tell",
    },
  ])("is used wrongly with $why", async ({ args, env, code }) => {
    expect(await run(["webhooks", "test", ...args], env)).toMatchObject({
      code: EXIT.usage,
      out: expect.stringContaining(`[${code}]`) as string,
    });
  });

  it("makes a secret that it takes itself", async () => {
    const secret = (await run(["webhooks", "secret"])).out.trim();
    expect(secret).not.toBe((await run(["webhooks", "secret"])).out.trim());
    const server = await start(undefined, secret);
    const { code } = await run(["webhooks", "test", server.url], { EMEND_WEBHOOKS_SECRET: secret });
    expect(code).toBe(EXIT.success);
    expect(server.violations).toEqual([]);
  });

  it("shows examples", async () => {
    for (const name of ["test", "secret"]) {
      expect((await run(["webhooks", name, "--help"])).out).toContain("Examples:");
    }
  });
});
