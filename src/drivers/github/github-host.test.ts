import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { issueComment } from "../../../test/github-objects.ts";
import { startGithub, type Fault, type GithubServer } from "../../../test/github-server.ts";
import type { CodeHost } from "../../ports/code-host.ts";
import { ExternalError } from "../../ports/errors.ts";
import { createGithubHost, type GithubHostOptions } from "./github-host.ts";

const TOKEN = "ghp_ofNobodyInParticular000000";
const LOGIN = "emend-reviewer[bot]";
const PULL = { repository: "acme/shop", number: 12 };
const COMMENTS = "/repos/acme/shop/issues/12/comments";
const MARK = "rejection/ci";

let github: GithubServer;

beforeEach(async () => {
  github = await startGithub({ login: LOGIN, token: TOKEN });
});

afterEach(async () => {
  await github.stop();
});

const hostOf = (options: Partial<GithubHostOptions> = {}): CodeHost =>
  createGithubHost({
    apiUrl: github.url,
    credentials: { kind: "token", token: TOKEN },
    secondMs: 1,
    ...options,
  });

const rejection = (tag: string, ts = "2026-11-15T12:00:00.000Z"): string =>
  `<!-- REJECTION: {"v":1,"issues":["${tag}"],"source":"ci","ts":"${ts}"} -->\n\n**Rejected** — \`${tag}\`\n`;

const writes = (): readonly string[] =>
  github.requests
    .filter(({ method, path }) => method !== "GET" && path !== "/graphql")
    .map(({ method, path }) => `${method} ${path}`);

async function failureOf(act: Promise<unknown>): Promise<ExternalError> {
  const error: unknown = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ExternalError)) throw new Error(`expected a ExternalError, got ${String(error)}`);
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(TOKEN);
  return error;
}

describe("a rejection on a pull request", () => {
  const put = (host: CodeHost, tag: string, ts?: string) =>
    host.putRejection({ pull: PULL, body: rejection(tag, ts), mark: MARK });

  it("is written once and then updated", async () => {
    const host = hostOf();
    expect(await put(host, "lint_errors")).toMatchObject({ outcome: "created" });
    expect(await put(host, "tests_failing")).toMatchObject({ outcome: "updated" });
    const { id } = github.issueComments[0]!;
    expect(writes()).toEqual([`POST ${COMMENTS}`, `PATCH /repos/acme/shop/issues/comments/${id}`]);
    expect(github.issueComments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/tests_failing[\s\S]*1 earlier rejection[\s\S]*lint_errors/),
    ]);
  });

  it("is left alone when it says nothing new but the time", async () => {
    const host = hostOf();
    await put(host, "lint_errors");
    expect(await put(host, "lint_errors", "2026-11-16T12:00:00.000Z")).toMatchObject({
      outcome: "unchanged",
      url: expect.stringContaining("issuecomment"),
    });
    expect(writes()).toEqual([`POST ${COMMENTS}`]);
  });

  it("is found behind many other comments", async () => {
    for (let id = 1; id <= 250; id += 1) github.issueComments.push(issueComment(id, "alice", "hello"));
    const host = hostOf();
    await put(host, "lint_errors");
    expect(await put(host, "tests_failing")).toMatchObject({ outcome: "updated" });
    expect(github.issueComments).toHaveLength(251);
  });

  it("takes no comment for its own that somebody else copied", async () => {
    await put(hostOf(), "lint_errors");
    const [own] = github.issueComments.splice(0, 1);
    github.issueComments.push(issueComment(5, "mallory", String(own!["body"])));
    expect(await put(hostOf(), "tests_failing")).toMatchObject({ outcome: "created" });
    expect(github.issueComments[0]!["body"]).toBe(own!["body"]);
  });

  it("updates the older where two of ours stand there", async () => {
    await put(hostOf(), "lint_errors");
    const body = String(github.issueComments[0]!["body"]);
    github.issueComments.push(issueComment(9_999, LOGIN, body));
    await put(hostOf(), "tests_failing");
    expect(github.issueComments.map((comment) => String(comment["body"]).includes("tests_failing"))).toEqual([
      true,
      false,
    ]);
  });

  it("is not written twice where the answer to the first was lost", async () => {
    github.fail({ on: `POST ${COMMENTS}`, kind: "done_but_lost" });
    expect(await put(hostOf(), "lint_errors")).toMatchObject({ outcome: "created" });
    expect(github.issueComments).toHaveLength(1);
    expect(writes()).toEqual([`POST ${COMMENTS}`]);
  });

  it("is written after all where it was not", async () => {
    github.fail({ on: `POST ${COMMENTS}`, kind: "bad_gateway", times: 2 });
    expect(await put(hostOf(), "lint_errors")).toMatchObject({ outcome: "created" });
    expect(github.issueComments).toHaveLength(1);
  });

  it("follows a renamed repository on the same server", async () => {
    github.fail({ on: `POST ${COMMENTS}`, kind: "moved_here" });
    await put(hostOf(), "lint_errors");
    expect(github.requests.at(-1)).toMatchObject({
      method: "POST",
      path: "/repositories/1/issues/12/comments",
    });
  });

  it("sends nothing to another server, the token least of all", async () => {
    let heard = 0;
    const elsewhere = createServer((_request, response) => {
      heard += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => void elsewhere.listen(0, "127.0.0.1", resolve));
    const to = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    github.fail({ on: `GET ${COMMENTS}`, kind: "moved_elsewhere", to });
    expect((await failureOf(put(hostOf(), "lint_errors"))).code).toBe("host_moved");
    expect(heard).toBe(0);
    elsewhere.close();
  });

  it("works as an App, with a token of its installation", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const key = privateKey.export({ type: "pkcs1", format: "pem" }) as string;
    const credentials = {
      kind: "app",
      appId: "99",
      installationId: "7",
      privateKey: key.replaceAll("\n", "\\n"),
    } as const;
    const host = hostOf({ credentials });
    await put(host, "lint_errors");
    await put(host, "tests_failing");
    expect(github.issueComments).toHaveLength(1);
    expect(github.requests.filter(({ path }) => path.startsWith("/app/"))).toHaveLength(1);
  });

  it("finds both APIs of a GitHub Enterprise server", async () => {
    expect(await put(hostOf({ apiUrl: `${github.url}/api/v3/` }), "lint_errors")).toMatchObject({
      outcome: "created",
    });
    expect(new Set(github.requests.map(({ path }) => path))).toEqual(
      new Set(["/api/graphql", `/api/v3${COMMENTS}`]),
    );
  });

  it("says so when the App's key is none", async () => {
    const credentials = {
      kind: "app",
      appId: "99",
      installationId: "7",
      privateKey: "not a key at all",
    } as const;
    expect(await failureOf(put(hostOf({ credentials }), "lint_errors"))).toMatchObject({
      code: "host_misconfigured",
      message: expect.stringContaining("github.app_key"),
    });
  });
});

describe("when GitHub does not do as asked", () => {
  const put = (options: Partial<GithubHostOptions> = {}): Promise<unknown> =>
    hostOf(options).putRejection({ pull: PULL, body: rejection("lint_errors"), mark: MARK });

  const passing: readonly (Fault & { why: string })[] = [
    { why: "a secondary limit is waited for", kind: "secondary_limit", seconds: 20, times: 2 },
    { why: "so is the primary one", kind: "primary_limit", seconds: 30 },
    { why: "and a plain 429", kind: "too_many", seconds: 25, times: 2 },
    { why: "a failing gateway is asked again", kind: "bad_gateway", times: 3 },
  ];

  it.each(passing)("$why: when reading", async ({ why: _why, ...fault }) => {
    github.fail({ ...fault, on: `GET ${COMMENTS}` });
    await put();
    expect(github.issueComments).toHaveLength(1);
  });

  it.each(passing.slice(0, 3))("$why: when writing", async ({ why: _why, ...fault }) => {
    github.fail({ ...fault, on: `POST ${COMMENTS}` });
    await put();
    expect(github.issueComments).toHaveLength(1);
  });

  const failing: readonly (Fault & { why: string; code: string; sent: number; says: RegExp })[] = [
    {
      why: "a secondary limit beyond our patience",
      kind: "secondary_limit",
      seconds: 61,
      code: "host_busy",
      sent: 1,
      says: /try again after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/,
    },
    {
      why: "waits that add up",
      kind: "secondary_limit",
      seconds: 25,
      times: 9,
      code: "host_busy",
      sent: 3,
      says: /again/,
    },
    {
      why: "a reset in an hour",
      kind: "primary_limit",
      seconds: 3_600,
      code: "host_busy",
      sent: 1,
      says: /again after/,
    },
    {
      why: "a 429 for long",
      kind: "too_many",
      seconds: 100,
      code: "host_busy",
      sent: 1,
      says: /again after/,
    },
    {
      why: "a gateway that stays down",
      kind: "bad_gateway",
      times: 9,
      code: "host_failed",
      sent: 4,
      says: /502/,
    },
    {
      why: "a refusal is not asked again",
      kind: "refused",
      times: 9,
      code: "host_refused",
      sent: 1,
      says: /part of the diff/,
    },
  ];

  it.each(failing)("$why", async ({ why: _why, code, sent, says, ...fault }) => {
    github.fail({ ...fault, on: `GET ${COMMENTS}` });
    const error = await failureOf(put());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(says);
    expect(github.requests.filter(({ path }) => path === COMMENTS)).toHaveLength(sent);
    expect(writes()).toEqual([]);
  });

  it("a server that never answers is given up", async () => {
    github.fail({ kind: "silent", times: 99 });
    const error = await failureOf(put({ timeoutMs: 20 }));
    expect(error).toMatchObject({ code: "host_unreachable", message: expect.stringContaining("in time") });
  });

  it("nobody there", async () => {
    const error = await failureOf(put({ apiUrl: "http://127.0.0.1:9" }));
    expect(error.code).toBe("host_unreachable");
  });

  it("a wrong token is not shown, though the server repeats it", async () => {
    const token = "ghp_ofSomebodyElse0000000000000";
    const error = await failureOf(put({ credentials: { kind: "token", token } }));
    expect(error.code).toBe("host_unauthorised");
    expect(error.message).not.toContain("ofSomebodyElse");
  });

  it("an unknown pull request", async () => {
    const act = hostOf().putRejection({ pull: { ...PULL, number: 13 }, body: rejection("a"), mark: MARK });
    expect((await failureOf(act)).code).toBe("host_not_found");
  });

  it.each([
    { why: "a token in the clear", apiUrl: "http://github.example/api/v3" },
    { why: "a password in the address", apiUrl: "https://me:secret@github.example" },
    { why: "no address", apiUrl: "github.com" },
  ])("an address is refused: $why", ({ apiUrl }) => {
    expect(() => hostOf({ apiUrl })).toThrow(/github\.api_url/);
  });
});

describe("the server that these tests write to", () => {
  const CHECKS = "/repos/acme/shop/check-runs";
  const annotation = {
    path: "a",
    start_line: 2,
    end_line: 2,
    annotation_level: "notice",
    message: "m",
    title: "t",
  };
  const check = (more: object): object => ({
    name: "n",
    head_sha: "0",
    status: "completed",
    conclusion: "success",
    external_id: "e",
    output: { title: "t", summary: "s", annotations: [annotation], ...more },
  });

  it.each([
    { why: "what is right", path: CHECKS, body: check({}), complaint: undefined },
    { why: "another header", path: CHECKS, body: check({}), version: "2020-01-01", complaint: /api-version/ },
    { why: "an unknown operation", path: "/repos/acme/shop/nothing", body: {}, complaint: /no operation/ },
    { why: "a missing field", path: COMMENTS, body: { text: "x" }, complaint: /required property 'body'/ },
    {
      why: "a field that is none",
      path: COMMENTS,
      body: { body: "x", text: "x" },
      complaint: /text is no key/,
    },
    { why: "another type", path: COMMENTS, body: { body: 1 }, complaint: /must be string/ },
    {
      why: "an unknown parameter",
      path: `${COMMENTS}?sort=up`,
      body: { body: "x" },
      complaint: /unknown query/,
    },
    {
      why: "51 annotations",
      path: CHECKS,
      body: check({ annotations: Array.from({ length: 51 }, () => annotation) }),
      complaint: /more than 50/,
    },
    {
      why: "lines in the wrong order",
      path: CHECKS,
      body: check({ annotations: [{ ...annotation, end_line: 1 }] }),
      complaint: /after end_line/,
    },
  ])("complains about $why", async ({ path, body, version = "2022-11-28", complaint }) => {
    const server = await startGithub({ token: TOKEN });
    await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: {
        accept: "application/vnd.github+json",
        "x-github-api-version": version,
        "user-agent": "emend",
        "content-type": "application/json",
        authorization: `token ${TOKEN}`,
      },
      body: JSON.stringify(body),
    });
    const said = await server.stop().then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(said).toMatch(complaint ?? /^$/);
  });
});
