import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../../test/http-session.ts";
import { evaluateFeedback } from "../app/evaluate-feedback.ts";
import { proposeRules } from "../app/propose-rules.ts";
import { MAX_DELIVERY_BYTES } from "../app/take-in-github-event.ts";
import { verifySignature } from "../core/github/verify-signature.ts";
import { createHmacSha256 } from "../drivers/crypto/hmac-sha256.ts";
import { createHmacSigner } from "../drivers/crypto/hmac-signer.ts";
import { createBuiltInEvaluator } from "../drivers/evaluator/built-in-evaluator.ts";
import type { HttpContext } from "./http-context.ts";
import type { HttpLog } from "./http-log.ts";
import { type Listening, listen } from "./listen.ts";

const SECRET = "It's a Secret to Everybody";
const MACS = [createHmacSha256(SECRET)];
const GITHUB: NonNullable<HttpContext["github"]> = {
  verify: (body, signature) => verifySignature(body, signature, MACS),
  agents: { "rio-app[bot]": "rio" },
};

let http: HttpSession;
let listening: Listening;
afterEach(async () => {
  await listening.stop();
  await http.close();
});

async function open(more: Partial<HttpContext> = { github: GITHUB }): Promise<void> {
  http = await openHttp(more);
  listening = await listen(http.app.fetch, { host: "127.0.0.1", port: 0 });
}

interface Sending {
  readonly id?: string;
  readonly event?: string;
  readonly secret?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

const sign = (body: string | Buffer, secret = SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

async function deliver(content: unknown, sending: Sending = {}) {
  const { id = randomUUID(), event = "pull_request_review", secret, headers = {} } = sending;
  const body = typeof content === "string" ? content : JSON.stringify(content);
  const all = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/1a2b3c4",
    "x-github-event": event,
    "x-github-delivery": id,
    "x-hub-signature-256": sign(body, secret),
    ...headers,
  };
  const response = await fetch(`http://127.0.0.1:${listening.port}/webhooks/github`, {
    method: "POST",
    headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const review = {
  id: 44,
  state: "changes_requested",
  body: "Close the file in every branch.",
  user: { login: "ana", type: "User" },
  author_association: "MEMBER",
  submitted_at: "2026-05-01T08:01:00Z",
  html_url: "https://github.com/acme/shop/pull/7#pullrequestreview-44",
};
const submitted = {
  action: "submitted",
  review,
  pull_request: { user: { login: "rio-app[bot]", type: "Bot" } },
};

const kept = async () => (await http.context.store.feedback.list({ limit: 500 })).items;

const require = createRequire(import.meta.url);
const EXAMPLES = dirname(require.resolve("@octokit/webhooks-examples/package.json"));
/** Payloads that GitHub itself publishes, of its cloud and of five versions of its server. */
const EDITIONS = ["api.github.com", "ghes-31", "ghes-32", "ghes-33", "ghes-34", "ghes-35"];
const ABOUT_PULLS =
  /^(?:pull_request(?:_review(?:_comment|_thread)?)?|issue_comment|check_run|check_suite|workflow_run|status)$/;

const examplesOf = (edition: string) =>
  (
    JSON.parse(readFileSync(join(EXAMPLES, edition, "index.json"), "utf8")) as readonly {
      readonly name: string;
      readonly examples: readonly unknown[];
    }[]
  )
    .filter(({ name }) => ABOUT_PULLS.test(name))
    .flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })));

describe("GitHub's own examples, signed, over HTTP", () => {
  it.each(EDITIONS)("%s: each is recorded, known or ignored with its reason; none twice", async (edition) => {
    await open();
    const examples = examplesOf(edition);
    expect(examples.length).toBeGreaterThanOrEqual(9);
    const first = [];
    for (const { event, payload } of examples) {
      const { status, body } = await deliver(payload, { event });
      first.push(body["status"]);
      expect([status, body["status"]], `${event} ${JSON.stringify(body)}`).toBeOneOf([
        [202, "recorded"],
        [200, "known"],
        [200, "ignored"],
      ]);
      expect(typeof body["reason"]).toBe(status === 200 ? "string" : "undefined");
    }
    expect(first).toContain("recorded");
    expect(first).toContain("ignored");
    const records = await kept();
    for (const { event, payload } of examples) expect((await deliver(payload, { event })).status).toBe(200);
    expect(await kept()).toEqual(records);
  });
});

describe("/webhooks/github", () => {
  it("records what was said, once: repeated under its id, and under another, which is not signed", async () => {
    await open();
    const first = await deliver(submitted, { id: "d-1" });
    const [record] = await kept();
    expect(first).toMatchObject({ status: 202, body: { status: "recorded", ids: [record?.id] } });
    expect(record).toMatchObject({
      agent: "rio",
      outcome: "rejected",
      author: { id: "github:ana", trust: "person" },
    });
    for (const again of [{ id: "d-1" }, { id: "d-2" }, { id: "d-3", event: "issue_comment" }]) {
      expect(await deliver(submitted, again)).toMatchObject({
        status: 200,
        body: { status: "known", ids: [], reason: "delivered_before" },
      });
    }
    expect(await kept()).toHaveLength(1);
  });

  it("takes the form that webhooks send unless they are told otherwise", async () => {
    await open();
    const form = new URLSearchParams({ payload: JSON.stringify(submitted) }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(await deliver(form, { headers })).toMatchObject({ status: 202 });
  });

  it("ignores what says nothing about work, with the reason", async () => {
    await open();
    expect(await deliver({ zen: "Keep it logically awesome." }, { event: "ping" })).toMatchObject({
      status: 200,
      body: { status: "ignored", ids: [], reason: "not_feedback" },
    });
  });

  it("is not there where no secret is configured, whoever signs with whatever", async () => {
    await open({});
    expect(await deliver(submitted)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await deliver(submitted, { secret: "" })).toMatchObject({ status: 404 });
  });

  it("counts a rejection block only where it is signed, if a key is configured", async () => {
    await open({ github: GITHUB, signer: createHmacSigner("0123456789abcdef0123456789abcdef") });
    const block =
      '<!-- REJECTION: {"issues":["missing_tests"],"source":"ci","ts":"2026-05-01T08:00:00Z"} -->';
    await deliver({ ...submitted, review: { ...review, body: `No.\n${block}` } });
    expect(await kept()).toMatchObject([{ source: { kind: "github_comment" }, tags: [] }]);
  });

  const good = JSON.stringify(submitted);
  it.each<[why: string, content: unknown, sending: Sending, status: number, code: string]>([
    ["unsigned", submitted, { headers: { "x-hub-signature-256": null } }, 401, "signature_missing"],
    ["signed with nothing", submitted, { headers: { "x-hub-signature-256": "" } }, 401, "signature_missing"],
    ["signed with another secret", submitted, { secret: "guessed" }, 401, "signature_wrong"],
    [
      "forged",
      submitted,
      { headers: { "x-hub-signature-256": `sha256=${"0".repeat(64)}` } },
      401,
      "signature_wrong",
    ],
    [
      "signed for another body",
      submitted,
      { headers: { "x-hub-signature-256": sign(`${good} `) } },
      401,
      "signature_wrong",
    ],
    [
      "cut off after it was signed",
      good.slice(0, -1),
      { headers: { "x-hub-signature-256": sign(good) } },
      401,
      "signature_wrong",
    ],
    [
      "signed with the old algorithm, under the old header alone",
      submitted,
      {
        headers: {
          "x-hub-signature-256": null,
          "x-hub-signature": `sha1=${createHmac("sha1", SECRET).update(good).digest("hex")}`,
        },
      },
      401,
      "signature_missing",
    ],
    [
      "signed with another algorithm",
      submitted,
      { headers: { "x-hub-signature-256": `sha1=${createHmac("sha1", SECRET).update(good).digest("hex")}` } },
      401,
      "signature_malformed",
    ],
    [
      "signed twice, so that nobody knows which counts",
      submitted,
      { headers: { "x-hub-signature-256": `${sign(good)}, ${sign(good)}` } },
      401,
      "signature_malformed",
    ],
    ["cut off before it was signed", good.slice(0, 40), {}, 400, "malformed_json"],
    ["no JSON", "{'a': 1}", {}, 400, "malformed_json"],
    ["without an id", submitted, { headers: { "x-github-delivery": null } }, 400, "delivery_malformed"],
    ["with a strange id", submitted, { id: "../1" }, 400, "delivery_malformed"],
    ["without an event", submitted, { headers: { "x-github-event": null } }, 400, "event_missing"],
    ["of another type", submitted, { headers: { "content-type": "text/plain" } }, 415, "not_json"],
    [
      "of a type that only begins alike",
      submitted,
      { headers: { "content-type": "application/json-patch" } },
      415,
      "not_json",
    ],
  ])("refuses what is %s, and keeps nothing", async (_why, content, sending, status, code) => {
    await open();
    const answer = await deliver(content, sending);
    expect(answer).toMatchObject({ status, body: { status, code, type: `urn:emend:problem:${code}` } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("www-authenticate")).toBe(status === 401 ? "X-Hub-Signature-256" : null);
    // Neither the secret nor the signature that would have fitted.
    expect(JSON.stringify(answer.body)).not.toMatch(/[0-9a-f]{40}|Everybody/);
    expect(await kept()).toEqual([]);
  });

  it("refuses other methods", async () => {
    await open();
    const { status } = await fetch(`http://127.0.0.1:${listening.port}/webhooks/github`);
    expect(status).toBe(405);
  });

  it("counts requests by where they come from", async () => {
    await open({ github: GITHUB, limits: { bodyBytes: 65_536, requestsPerMinute: 1 } });
    expect((await deliver(submitted)).status).toBe(202);
    expect(await deliver(submitted)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  });
});

/** What a client without manners sends, and the first that comes back. */
function speak(head: readonly string[], body: string | Buffer, hangUp = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, "127.0.0.1");
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once("close", () => resolve(""));
    socket.write(`${["POST /webhooks/github HTTP/1.1", "Host: 127.0.0.1", ...head].join("\r\n")}\r\n\r\n`);
    socket.write(body, () => {
      if (hangUp) socket.destroy();
    });
  });
}

describe("the size of a delivery", () => {
  const head = [
    "Content-Type: application/json",
    "X-GitHub-Event: ping",
    "X-GitHub-Delivery: d-1",
    `X-Hub-Signature-256: sha256=${"0".repeat(64)}`,
  ];

  it("is refused by what it states, before anything is read", async () => {
    await open();
    const answer = await speak([...head, `Content-Length: ${MAX_DELIVERY_BYTES + 1}`], "{");
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).not.toContain("body_limit_kib");
  });

  it("is counted where it is not stated", async () => {
    await open();
    const half = Buffer.alloc(MAX_DELIVERY_BYTES / 2 + 1, 0x20);
    const chunk = Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]);
    const answer = await speak([...head, "Transfer-Encoding: chunked"], Buffer.concat([chunk, chunk]));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("may be the largest that GitHub sends, signed", async () => {
    await open();
    const frame = JSON.stringify({ ...submitted, filler: "" });
    const body = frame.replace('"filler":""', `"filler":"${"x".repeat(MAX_DELIVERY_BYTES - frame.length)}"`);
    expect(body).toHaveLength(MAX_DELIVERY_BYTES);
    expect((await deliver(body)).status).toBe(202);
  });

  it("of many large ones at once is bounded, and small ones still get in", async () => {
    await open();
    const large = [...head, `Content-Length: ${MAX_DELIVERY_BYTES}`];
    const open4 = Array.from({ length: 4 }, () => connect(listening.port, "127.0.0.1"));
    for (const socket of open4) {
      socket.write(
        `${["POST /webhooks/github HTTP/1.1", "Host: 127.0.0.1", ...large].join("\r\n")}\r\n\r\n{`,
      );
    }
    const deadline = Date.now() + 10_000;
    let answer = "";
    while (!answer.startsWith("HTTP/1.1 503 ") && Date.now() < deadline) {
      answer = await Promise.race([
        speak(large, "{"),
        new Promise<string>((resolve) => void setTimeout(() => resolve(""), 200)),
      ]);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5/is);
    expect((await deliver(submitted)).status).toBe(202);
    for (const socket of open4) socket.destroy();
  });

  it("is no fault of ours where the sender hangs up in the middle", async () => {
    const told: string[] = [];
    const note = (_fields: object, message: string): void => void told.push(message);
    const log: HttpLog = { debug: () => {}, info: note, warn: note, error: note };
    await open({ github: GITHUB, log });
    await speak([...head, "Content-Length: 1000"], "{", true);
    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(told).toEqual(["request"]);
    expect((await deliver(submitted)).status).toBe(202);
  });
});

describe("a public outsider's words", () => {
  const remark = (n: number, login: string, association: string) => ({
    action: "created",
    comment: {
      id: 900 + n,
      body: `Close the file handle in a finally block, see place ${n}.`,
      path: `src/part-${n}.ts`,
      line: n,
      user: { login, type: "User" },
      author_association: association,
      created_at: `2026-05-0${n}T08:01:00Z`,
      html_url: `https://github.com/acme/shop/pull/${n}#discussion_r${900 + n}`,
    },
    pull_request: { user: { login: "rio-app[bot]", type: "Bot" } },
  });

  async function learn() {
    const { store, learning, policy, now } = http.context;
    const parts = { ...store, ...(await learning()), evaluator: createBuiltInEvaluator(), policy, now };
    await evaluateFeedback(parts)((await kept()).toReversed().map(({ id }) => id));
    return proposeRules(parts)();
  }

  it.each([
    ["outsiders, however many", "NONE", "outsider", 0],
    ["people of the team, which shows that outsiders' would have been enough", "MEMBER", "person", 1],
  ])("of %s", async (_why, association, trust, proposals) => {
    await open();
    for (const n of [1, 2, 3, 4, 5, 6]) {
      const sent = await deliver(remark(n, `someone-${n}`, association), {
        event: "pull_request_review_comment",
      });
      expect(sent.status).toBe(202);
    }
    expect((await kept()).map(({ author }) => author.trust)).toEqual(Array.from({ length: 6 }, () => trust));
    expect((await learn()).proposed).toHaveLength(proposals);
    expect(await http.context.store.rules.pending()).toHaveLength(proposals);
  });

  it("does not become evidence of a rule that people's words make", async () => {
    await open();
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await deliver(remark(n, `someone-${n}`, n % 2 === 0 ? "NONE" : "MEMBER"), {
        event: "pull_request_review_comment",
      });
    }
    const { proposed } = await learn();
    const outside = (await kept()).filter(({ author }) => author.trust === "outsider").map(({ id }) => id);
    expect(outside).toHaveLength(3);
    expect(proposed).toHaveLength(1);
    for (const id of outside) expect(proposed[0]!.versions[0]!.evidence).not.toContain(id);
  });
});
