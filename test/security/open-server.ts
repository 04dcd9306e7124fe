import { PassThrough } from "node:stream";
import { expect } from "vitest";
import { openAccess } from "../../src/app/access/open-access.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { listen } from "../../src/http/listen.ts";
import { createPinoLog } from "../../src/http/pino-log.ts";
import { SECURITY_HEADERS } from "../../src/http/security-headers.ts";
import { openHttp } from "../http-session.ts";
import { openTestStore } from "../open-test-store.ts";

export const BODY_BYTES = 64 * 1_024;
/** The one site that may ask. */
export const ORIGIN = "https://app.example";

export interface ListeningServer {
  readonly port: number;
  readonly url: string;
  readonly token: string;
  /** The header of an administrator. */
  readonly auth: Readonly<Record<string, string>>;
  /** All that the log holds by now. */
  readonly logged: () => string;
  readonly close: () => Promise<void>;
}

/** The server on a port of this machine, with times that a test can wait for. */
export async function openServer(): Promise<ListeningServer> {
  const store = await openTestStore();
  const now = (): string => new Date().toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const made = await access.issueToken({ name: "root", role: "admin" }, "root");
  if (!made.ok) throw new Error(made.error.message);
  let logged = "";
  const stream = new PassThrough().setEncoding("utf8").on("data", (text: string) => (logged += text));
  const http = await openHttp({
    store,
    access,
    hosts: ["127.0.0.1", "localhost"],
    allowedOrigins: [ORIGIN],
    limits: { bodyBytes: BODY_BYTES, requestsPerMinute: 0 },
    log: createPinoLog({ level: "debug", stream }),
  });
  const timeouts = { headers: 400, request: 800, check: 50, shutdown: 1_000 };
  const server = await listen(http.app.fetch, { host: "127.0.0.1", port: 0, timeouts });
  const token = made.value.text;
  return {
    port: server.port,
    url: `http://127.0.0.1:${server.port}`,
    token,
    auth: { authorization: `Bearer ${token}` },
    logged: () => logged,
    close: async () => {
      http.context.tail.close();
      await server.stop();
      await http.close();
    },
  };
}

/** What every answer has, whatever it says. */
export function expectFramed(headers: { get(name: string): string | null | undefined }): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(headers.get(name)).toBe(value);
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
}
