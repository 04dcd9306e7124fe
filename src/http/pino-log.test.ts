import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../test/cpu-time.ts";
import { openHttp } from "../../test/http-session.ts";
import { createPinoLog } from "./pino-log.ts";

function logOver(secrets: readonly string[] = [], level = "debug") {
  const stream = new PassThrough();
  const log = createPinoLog({ level, stream, secrets });
  return { log, text: (): string => (stream.read() as Buffer | null)?.toString() ?? "" };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe("secrets", () => {
  const s = (text: string): string => text.replaceAll("|", "");

  it.each([
    { why: "a token of Emend", said: s("token emd_|Zm9vYmFyYmF6cXV4 was used"), secret: "Zm9vYmFyYmF6cXV4" },
    {
      why: "a secret of webhooks",
      said: s("whsec_|MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
      secret: "MfKQ9r8GKYq",
    },
    { why: "a token of GitHub", said: s("ghp_|16C7e42F292c6912E7710c838347Ae178B4a"), secret: "16C7e42F" },
    { why: "a fine-grained one", said: s("github_pat_|11ABCDEFG0abcdefghij"), secret: "11ABCDEFG0" },
    { why: "a key of a model", said: s("key sk-|ant-api03-abcdefghijklmnop"), secret: "api03-abcdef" },
    {
      why: "a signed claim",
      said: s("eyJ|hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-sig-sig"),
      secret: "hbGciOiJ",
    },
    { why: "a header", said: "Authorization: Bearer  abcdef123456", secret: "abcdef123456" },
    { why: "a header of another kind", said: "authorization: Basic dXNlcjpwYXNz", secret: "dXNlcjpwYXNz" },
    { why: "a login link", said: "GET /login?link=AbCdEf_123-456&x=1", secret: "AbCdEf_123-456" },
    {
      why: "a browser's login",
      said: "cookie: emend_session=0123456789abcdef; a=b",
      secret: "0123456789abcdef",
    },
    { why: "a password in an address", said: "redis://default:hunter22@cache:6379", secret: "hunter22" },
    { why: "one with a slash in it", said: "postgres://emend:hun/ter22@db/emend", secret: "hun/ter22" },
    {
      why: "a name that is a token",
      said: "https://0123456789abcdef@sentry.example/1",
      secret: "0123456789abcdef",
    },
    { why: "a password by its name", said: "host=db password=hunter22 user=emend", secret: "hunter22" },
    { why: "JSON", said: '{"client_secret":"hunter22","a":1}', secret: "hunter22" },
    {
      why: "a private key",
      said: s("-----BEGIN RSA |PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA |PRIVATE KEY-----"),
      secret: "MIIEpAIBAAKCAQEA",
    },
    { why: "a word that is set", said: "the issuer refused correct-horse!", secret: "correct-horse!" },
  ])("$why is in no line", ({ said, secret }) => {
    const { log, text } = logOver(["correct-horse!"]);
    log.error({ reason: said, code: "world_failed" }, said);
    log.info({ reason: `before ${said} after` }, "again");
    const written = text();
    expect(written).not.toContain(secret);
    expect(written).toContain("[redacted]");
    expect(written).toContain("before ");
    expect(written).toContain("world_failed");
  });

  it("one that is cut in the middle is in no line either", () => {
    for (let at = 7_900; at < 8_010; at += 1) {
      const { log, text } = logOver();
      log.info({ reason: `${"x ".repeat(at / 2)}postgres://emend:hunter22hunter22@db` }, "long");
      expect(text()).not.toContain("hunter");
    }
  });

  it.each([
    "the record was refused: expected a token, a link or a secret",
    "token: expected 40 characters",
    "cannot listen on 127.0.0.1:4180",
    "GET https://api.github.com/repos/a/b answered 502",
  ])("what is none stays: %s", (said) => {
    const { log, text } = logOver(["abc", ""]);
    log.info({ reason: said }, "said");
    expect(linesOf(text())[0]).toMatchObject({ reason: said, message: "said", level: "info" });
  });
});

describe("lines", () => {
  it.each([
    { why: "a line end", said: 'a\n{"level":"error","message":"forged"}' },
    { why: "a carriage return", said: "a\rforged" },
    { why: "a line separator", said: "a\u2028forged\u2029\u0085" },
    { why: "a terminal's escapes", said: "\u001b[2J\u009b2Jforged" },
    { why: "half a character", said: "\uD800" },
    { why: "what turns the line around", said: "\u202Edegrof" },
    { why: "a NUL", said: "a\0b" },
  ])("$why makes no second one, and acts on no terminal", ({ said }) => {
    const { log, text } = logOver();
    log.warn({ reason: said }, said);
    const written = text();
    expect(linesOf(written)).toHaveLength(1);
    expect(written.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it("huge fields and many of them are cut", () => {
    const { log, text } = logOver();
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, "y".repeat(100)]));
    const started = cpuMs();
    log.error({ reason: "://".repeat(10_000_000), ...many }, "z".repeat(10_000_000));
    expect(cpuMs() - started).toBeLessThan(2_000);
    expect(text().length).toBeLessThan(30_000);
  });

  it("what is below the level is not written", () => {
    const { log, text } = logOver([], "warn");
    log.info({}, "quiet");
    log.debug({}, "quiet");
    log.error({ n: 1, yes: true, none: undefined }, "loud");
    expect(linesOf(text())).toMatchObject([{ level: "error", n: 1, yes: true, message: "loud" }]);
  });
});

describe("a request's line", () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";

  it.each([
    { why: "the trace that it came with", header: `00-${trace}-b7ad6b7169203331-01`, expected: trace },
    { why: "no trace where it came with none that fits", header: "00-x-y-z", expected: undefined },
  ])("has its id and $why", async ({ header, expected }) => {
    const { log, text } = logOver();
    const { anybody, close } = await openHttp({ log });
    const { headers } = await anybody.get("/nowhere", { traceparent: header });
    const [line] = linesOf(text());
    expect(line).toMatchObject({ level: "info", route: "other", status: 404 });
    expect(line!["request_id"]).toBe(headers.get("x-request-id"));
    expect(line!["trace_id"]).toBe(expected);
    await close();
  });
});
