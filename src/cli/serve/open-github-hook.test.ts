import { createHmac } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import { openGithubHook } from "./open-github-hook.ts";

const open = async (env: Record<string, string>) => {
  const io: CliIo = {
    stdin: Readable.from([]),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env,
    cwd: import.meta.dirname,
    now: () => new Date("2026-05-01T10:00:00Z"),
  };
  return openGithubHook((await loadConfig(io, {})).config, io);
};

const sign = (body: string, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

describe("openGithubHook", () => {
  it("believes the configured secret and no other, and knows the agents", async () => {
    const hook = await open({
      EMEND_GITHUB_WEBHOOK_SECRET: "ein Geheimnis",
      EMEND_GITHUB_AGENTS: "Rio-App[bot]=rio",
    });
    expect(hook?.agents).toEqual({ "rio-app[bot]": "rio" });
    const body = Buffer.from("{}");
    expect(hook?.verify(body, sign("{}", "ein Geheimnis"))).toMatchObject({ ok: true });
    expect(hook?.verify(body, sign("{}", "ein"))).toMatchObject({ error: { code: "signature_wrong" } });
  });

  it("is not there without a secret", async () => {
    expect(await open({})).toBeUndefined();
  });

  it.each([
    [{ EMEND_GITHUB_WEBHOOK_SECRET: " " }, "webhook_secret_empty"],
    [{ EMEND_GITHUB_AGENTS: "rio" }, "github_agent_malformed"],
  ])("%j is refused before the server listens", async (env, code) => {
    await expect(open(env)).rejects.toMatchObject({ code });
  });
});
