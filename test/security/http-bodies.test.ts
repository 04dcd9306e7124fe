import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyIn, headersIn, sendRaw, statusesIn } from "../raw-http.ts";
import { BODY_BYTES, expectFramed, type ListeningServer, openServer } from "./open-server.ts";

let server: ListeningServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const post = (headers: string, body: string): string =>
  [
    "POST /api/v1/prompts/score HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${server.token}`,
    "Content-Type: application/json",
    `${headers}\r\n${body}`,
  ].join("\r\n");

describe("requests within requests", () => {
  const smuggled = "GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  it.each([
    ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${smuggled}`],
    ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", `0\r\n\r\n${smuggled}`],
    ["two lengths", "Content-Length: 0\r\nContent-Length: 60\r\n", smuggled],
    ["a list of lengths", "Content-Length: 0, 60\r\n", smuggled],
    ["a negative length", "Content-Length: -1\r\n", smuggled],
    ["a signed length", "Content-Length: +5\r\n", smuggled],
    ["a length in hex", "Content-Length: 0x10\r\n", smuggled],
    ["chunks under another name", "Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${smuggled}`],
    ["chunks that are not last", "Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${smuggled}`],
    ["chunks after a space", "Transfer-Encoding : chunked\r\n", `0\r\n\r\n${smuggled}`],
    ["a chunk of no size", "Transfer-Encoding: chunked\r\n", `zz\r\n\r\n${smuggled}`],
    ["a chunk that ends elsewhere", "Transfer-Encoding: chunked\r\n", `1\r\n{}}\r\n0\r\n\r\n${smuggled}`],
    ["a line feed as an end", "Transfer-Encoding:\nchunked\r\n", `0\r\n\r\n${smuggled}`],
  ])("%s: one refusal, and the connection ends", async (_why, headers, body) => {
    const { text, closed } = await sendRaw(server.port, post(headers, body));
    expect(closed).toBe(true);
    expect(statusesIn(text)).toEqual([400]);
    expect(text).not.toContain('"openapi"');
  });
});

describe("bodies", () => {
  it.each([
    ["no type", undefined, '{"prompt":"x"}', "not_json"],
    ["a form", "application/x-www-form-urlencoded", "prompt=x", "not_json"],
    ["a text, as a form of another site sends it", "text/plain", '{"prompt":"x"}', "not_json"],
    ["parts", "multipart/form-data; boundary=x", "--x--", "not_json"],
    ["a type that only begins like JSON", "application/jsonp", '{"prompt":"x"}', "not_json"],
    ["no JSON", "application/json", "{prompt}", "malformed_json"],
    ["nothing", "application/json", "", "malformed_json"],
    ["another shape", "application/json", "[]", "invalid_body"],
  ])("%s: %s", async (_why, type, body, code) => {
    const response = await fetch(`${server.url}/api/v1/prompts/score`, {
      method: "POST",
      headers: { ...server.auth, ...(type === undefined ? {} : { "content-type": type }) },
      body: new TextEncoder().encode(body),
    });
    expect(await response.json()).toMatchObject({ code });
    expectFramed(response.headers);
  });

  it("one that says it is too large is refused before it comes", async () => {
    const { text } = await sendRaw(server.port, post(`Content-Length: ${BODY_BYTES + 1}\r\n`, "{"));
    expect(bodyIn(text)).toMatchObject({ code: "body_too_large" });
  });

  it("one without end is refused once it is too large, and the connection ends", async () => {
    let sent = 0;
    const chunk = `1000\r\n${"x".repeat(4_096)}\r\n`;
    const { text, closed } = await sendRaw(server.port, post("Transfer-Encoding: chunked\r\n", ""), {
      onOpen: (socket) => {
        const more = (): void => {
          if (socket.destroyed || !socket.writable) return;
          sent += chunk.length;
          socket.write(chunk, () => setTimeout(more, 1));
        };
        more();
      },
    });
    expect(bodyIn(text)).toMatchObject({ code: "body_too_large" });
    expect(closed).toBe(true);
    expect(sent).toBeLessThan(16 * 1_024 * 1_024);
  });

  it("one that ends before its length is no fault of the server", async () => {
    const before = server.logged().length;
    const { closed } = await sendRaw(server.port, post("Content-Length: 500\r\n", '{"prompt"'), {
      halfClose: true,
    });
    expect(closed).toBe(true);
    expect(server.logged().slice(before)).not.toContain("bug in emend");
  });

  it("one that is longer than its length is cut there, and the rest is no request", async () => {
    const body = '{"prompt":"x"}';
    const bytes = post(`Content-Length: ${body.length}\r\n`, `${body}GARBAGE\r\n\r\n`);
    const { text, closed } = await sendRaw(server.port, bytes);
    expect(closed).toBe(true);
    expect(statusesIn(text).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statusesIn(text).at(-1)).toBe(400);
  });
});

describe("whoever is slow", () => {
  // Far above its times and far below any that is usual, since the machine may be busy.
  const most = 4_500;

  it.each([
    ["never ends the headers", () => "GET /docs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", "a"],
    ["never begins them", () => "G", ""],
    ["never ends the body", () => post("Content-Length: 100\r\n", "{"), " "],
    ["never ends the chunks", () => post("Transfer-Encoding: chunked\r\n", "1\r\n{\r\n"), "1\r\n \r\n"],
  ])("%s is let go of", async (_who, bytes, drop) => {
    const { text, closed, ms } = await sendRaw(server.port, bytes(), {
      // A little now and then does not help.
      onOpen: (socket) => {
        const drip = setInterval(() => socket.writable && socket.write(drop), 50);
        socket.on("close", () => clearInterval(drip));
      },
    });
    expect(closed).toBe(true);
    expect(ms).toBeLessThan(most);
    expect(bodyIn(text)).toMatchObject({ code: "too_slow", status: 408 });
    expectFramed(headersIn(text));
  });

  it("keeps nobody else waiting", async () => {
    const slow = Array.from({ length: 50 }, () => sendRaw(server.port, "GET /docs HTTP/1.1\r\nHost: a"));
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${server.url}/openapi.json`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await Promise.all(slow)).every(({ closed }) => closed)).toBe(true);
  });
});
