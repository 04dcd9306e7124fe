import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { startWebhookServer, TEST_SECRET, type WebhookServer } from "../../../test/webhook-server.ts";
import { signWebhook, parseWebhookSecrets } from "../../core/webhook/webhook-settings.ts";
import { createHmacSha256 } from "../crypto/hmac-sha256.ts";
import { createHttpSender } from "./http-sender.ts";

const sender = createHttpSender({ userAgent: "emend/test" });
const secrets = parseWebhookSecrets(TEST_SECRET);
const macs = secrets.ok ? secrets.value.map(createHmacSha256) : [];
const MESSAGE = {
  id: "msg_7",
  type: "emend.test",
  timestamp: "2026-03-10T11:42:00.000Z",
  data: { words: "Grüße, 世界" },
} as const;
const post = (url: string, timeoutMs = 5_000) =>
  sender.send({ url, ...signWebhook(MESSAGE, macs, new Date()), timeoutMs });

let server: WebhookServer | undefined;
const start = async (answer?: (response: ServerResponse, nth: number) => void): Promise<WebhookServer> =>
  (server = await startWebhookServer(answer));
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe("the sender of webhooks", () => {
  it("posts what was signed, to the letter", async () => {
    const { url, received, violations } = await start();
    expect(await post(`${url}?team=a`)).toEqual({ status: 204 });
    expect(violations).toEqual([]);
    expect(received).toMatchObject([
      {
        path: "/hook?team=a",
        headers: { "content-type": "application/json", "user-agent": "emend/test", "webhook-id": "msg_7" },
        read: { type: "emend.test", data: MESSAGE.data },
      },
    ]);
  });

  it.each([
    { status: 500, headers: {}, reply: { status: 500 }, why: "a failure" },
    {
      status: 429,
      headers: { "retry-after": "30" },
      reply: { status: 429, retryAfterSeconds: 30 },
      why: "a wish",
    },
    { status: 410, headers: {}, reply: { status: 410 }, why: "an end" },
  ])("answers with $why as it came", async ({ status, headers, reply }) => {
    const { url } = await start((response) => void response.writeHead(status, headers).end("no"));
    expect(await post(url)).toEqual(reply);
  });

  it("follows no redirect", async () => {
    const other = await startWebhookServer();
    const { url } = await start((response) => void response.writeHead(307, { location: other.url }).end());
    expect(await post(url)).toEqual({ status: 307 });
    expect(other.received).toEqual([]);
    await other.stop();
  });

  it("reads no more of an answer than it needs", async () => {
    let written = 0;
    const { url } = await start((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536, "x");
      const more = (): void => {
        while (!response.destroyed && written < 1_000_000_000 && response.write(chunk))
          written += chunk.length;
      };
      response.on("drain", more);
      more();
    });
    expect(await post(url)).toEqual({ status: 200 });
    expect(written).toBeLessThan(50_000_000);
  });

  it("takes a status whose body never ends for an answer", async () => {
    const { url } = await start((response) => {
      response.writeHead(202);
      response.write("x".repeat(2_000));
    });
    expect(await post(url)).toEqual({ status: 202 });
  });

  it("gives up on one that does not answer", async () => {
    const { url } = await start(() => undefined);
    await expect(post(`${url}/secret`, 50)).rejects.toMatchObject({
      code: "webhook_timeout",
      message: expect.not.stringContaining("secret") as string,
    });
  });

  it("says that a connection was closed, or never made", async () => {
    const { url } = await start((response) => void response.destroy());
    await expect(post(url)).rejects.toMatchObject({ code: "webhook_unreachable" });
    const nobody = `http://127.0.0.1:${await freePort()}/hooks/secret`;
    await expect(post(nobody)).rejects.toMatchObject({
      code: "webhook_unreachable",
      message: expect.not.stringContaining("secret") as string,
    });
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "https://[fd00:ec2::254]:8443/",
  ])("tells nothing to %s", async (url) => {
    await expect(post(url)).rejects.toMatchObject({ code: "webhook_address_refused" });
  });

  it.each(["ftp://127.0.0.1/", "file:///etc/passwd", "nonsense"])("refuses %s", async (url) => {
    await expect(post(url)).rejects.toMatchObject({ code: "invalid_webhook_url" });
  });

  it("tells nothing to a name one of whose addresses is refused", async () => {
    const rebinding = createHttpSender({
      userAgent: "emend/test",
      resolve: (_name, _options, done) =>
        done(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "169.254.169.254", family: 4 },
        ]),
    });
    const { url, received } = await start();
    const named = url.replace("127.0.0.1", "chat.example");
    const signed = signWebhook(MESSAGE, macs, new Date());
    await expect(rebinding.send({ url: named, ...signed, timeoutMs: 5_000 })).rejects.toMatchObject({
      code: "webhook_address_refused",
    });
    expect(received).toEqual([]);
  });

  it("finds an address by its name", async () => {
    const { url } = await start();
    expect(await post(url.replace("127.0.0.1", "localhost"))).toEqual({ status: 204 });
  });
});
