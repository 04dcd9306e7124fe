import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  GITHUB,
  openDeliveries,
  review,
  SECRET,
  type Sending,
  sign,
  submitted,
} from "../../test/github-deliveries.ts";
import { evaluateFeedback } from "../app/evaluation/evaluate-feedback.ts";
import { proposeRules } from "../app/rule/propose-rules.ts";
import { createHmacSigner } from "../drivers/crypto/hmac-signer.ts";
import { createBuiltInEvaluator } from "../drivers/evaluator/built-in-evaluator.ts";

const { open, deliver, context, kept, port } = openDeliveries();

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
    // In GitHub's examples people opened the pull requests.
    await open({ github: { ...GITHUB, keepPeopleWork: true } });
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

  it("takes the form that webhooks send by default", async () => {
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
    const { status } = await fetch(`http://127.0.0.1:${port()}/webhooks/github`);
    expect(status).toBe(405);
  });

  it("counts requests by where they come from", async () => {
    await open({ github: GITHUB, limits: { bodyBytes: 65_536, requestsPerMinute: 1 } });
    expect((await deliver(submitted)).status).toBe(202);
    expect(await deliver(submitted)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
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
    const { store, emend, policy, now } = context();
    const parts = { ...store, ...(await emend.learning()), evaluator: createBuiltInEvaluator(), policy, now };
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
    expect(await context().store.rules.pending()).toHaveLength(proposals);
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
