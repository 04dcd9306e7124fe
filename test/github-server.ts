import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { limitComplaints } from "./github-limits.ts";
import { checkRun, issueComment, pullReview, reviewComment, type GithubObject } from "./github-objects.ts";
import { answerComplaints, matchOperation, requestComplaints } from "./github-schema.ts";

/** What goes wrong with the requests that fit; the first that fits is taken, `times` times (once when left out). */
export interface Fault {
  /** The beginning of `METHOD /path`; every request when left out. */
  readonly on?: string;
  readonly times?: number;
  readonly kind:
    | "secondary_limit"
    | "primary_limit"
    | "too_many"
    | "bad_gateway"
    /** It is done, and then the answer is lost. */
    | "done_but_lost"
    | "silent"
    | "moved_here"
    | "moved_elsewhere"
    | "refused";
  /** Of `Retry-After`, or of the reset from now. */
  readonly seconds?: number;
  /** Where `moved_elsewhere` leads. */
  readonly to?: string;
}

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly authorization: string;
}

export interface GithubServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly issueComments: GithubObject[];
  readonly reviews: GithubObject[];
  readonly reviewComments: GithubObject[];
  readonly checkRuns: Map<number, { sent: Sent; annotations: unknown[] }>;
  readonly fail: (...faults: readonly Fault[]) => void;
  /** Fails where anything was violated. */
  readonly stop: () => Promise<void>;
}

type Sent = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const APP_TOKEN = "ghs_madeForTheInstallation0000";
const ISSUE_COMMENTS: ReadonlySet<string> = new Set(["issues/list-comments", "issues/create-comment"]);

/** A GitHub on this machine: it holds every request to the published description and keeps what is written. */
export async function startGithub({
  login = "emend-reviewer[bot]",
  token = "ghp_ofNobodyInParticular000000",
}: { readonly login?: string; readonly token?: string } = {}): Promise<GithubServer> {
  const violations: string[] = [];
  const requests: SeenRequest[] = [];
  const issueComments: GithubObject[] = [];
  const reviews: GithubObject[] = [];
  const reviewComments: GithubObject[] = [];
  const checkRuns: GithubServer["checkRuns"] = new Map();
  const faults: { fault: Fault; left: number }[] = [];
  let lastId = 1_000;
  const nextId = (): number => (lastId += 1);

  const perform = (
    id: string,
    path: Readonly<Record<string, string>>,
    query: URLSearchParams,
    sent: Sent,
  ): Answer => {
    const page = (all: readonly GithubObject[]): Answer => {
      const size = Number(query.get("per_page") ?? 30);
      const from = (Number(query.get("page") ?? 1) - 1) * size;
      return { status: 200, body: all.slice(from, from + size) };
    };
    const runOf = (number: number): GithubObject => {
      const { sent: last, annotations } = checkRuns.get(number)!;
      return checkRun(number, last as never, annotations.length);
    };
    const annotationsOf = (output: unknown): readonly unknown[] =>
      (output as { annotations?: readonly unknown[] } | undefined)?.annotations ?? [];
    if (ISSUE_COMMENTS.has(id) && path["issue_number"] !== "12")
      return { status: 404, body: { message: "Not Found" } };
    switch (id) {
      case "apps/create-installation-access-token":
        return {
          status: 201,
          body: { token: APP_TOKEN, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
        };
      case "issues/list-comments":
        return page(issueComments);
      case "issues/create-comment": {
        const made = issueComment(nextId(), login, String(sent["body"]));
        issueComments.push(made);
        return { status: 201, body: made };
      }
      case "issues/update-comment": {
        const at = issueComments.findIndex((comment) => comment.id === Number(path["comment_id"]));
        if (at === -1) return { status: 404, body: { message: "Not Found" } };
        issueComments[at] = { ...issueComments[at]!, body: sent["body"] };
        return { status: 200, body: issueComments[at] };
      }
      case "pulls/list-reviews":
        return page(reviews);
      case "pulls/list-review-comments":
        return page(reviewComments);
      case "pulls/create-review": {
        const commit = String(sent["commit_id"]);
        const made = pullReview(nextId(), login, String(sent["body"]), commit);
        reviews.push(made);
        for (const comment of sent["comments"] as readonly Sent[]) {
          reviewComments.push(reviewComment(nextId(), login, commit, comment));
        }
        return { status: 200, body: made };
      }
      case "pulls/create-review-comment": {
        const made = reviewComment(nextId(), login, String(sent["commit_id"]), sent);
        reviewComments.push(made);
        return { status: 201, body: made };
      }
      case "checks/create": {
        const number = nextId();
        checkRuns.set(number, { sent, annotations: [...annotationsOf(sent["output"])] });
        return { status: 201, body: runOf(number) };
      }
      case "checks/update": {
        const run = checkRuns.get(Number(path["check_run_id"]))!;
        run.sent = { ...run.sent, ...sent };
        run.annotations.push(...annotationsOf(sent["output"]));
        return { status: 200, body: runOf(Number(path["check_run_id"])) };
      }
      case "checks/get":
        return { status: 200, body: runOf(Number(path["check_run_id"])) };
      case "checks/list-for-ref": {
        const runs = [...checkRuns.keys()]
          .map(runOf)
          .filter((run) => run["name"] === query.get("check_name"));
        return { status: 200, body: { total_count: runs.length, check_runs: runs } };
      }
      default:
        return { status: 501, body: { message: `the test's server cannot ${id}` } };
    }
  };

  const takeFault = (what: string): Fault | undefined => {
    const found = faults.find(({ fault, left }) => left > 0 && what.startsWith(fault.on ?? ""));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", "http://github.test");
    const method = request.method ?? "";
    const text = await readAll(request);
    const body = text === "" ? undefined : (JSON.parse(text) as Sent);
    const authorization = request.headers.authorization ?? "";
    requests.push({ method, path: url.pathname, body, authorization });
    const fault = takeFault(`${method} ${url.pathname}`);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
      response.end(JSON.stringify(value));
    };
    violations.push(...headerComplaints(request, text));
    if (fault !== undefined && fault.kind !== "done_but_lost") return refuse(fault, url, response, send);
    // GitHub Enterprise has its APIs side by side below /api.
    const asked = url.pathname.replace(/^\/api\/(?:v3\/|(?=graphql$))/, "/");
    if (asked === "/graphql") {
      if (method !== "POST" || text !== JSON.stringify({ query: "query { viewer { login } }" })) {
        violations.push(`graphql: ${method} ${text}`);
      }
      return authorization.endsWith(` ${token}`) || authorization.endsWith(` ${APP_TOKEN}`)
        ? send(200, { data: { viewer: { login } } })
        : send(401, { message: "Bad credentials" });
    }
    // A renamed repository is found under its number.
    const pathname = asked.replace(/^\/repositories\/1\//, "/repos/acme/shop/");
    const matched = matchOperation(method, pathname);
    if (matched === undefined) {
      violations.push(`${method} ${url.pathname} is no operation that is known here`);
      return send(404, { message: "Not Found" });
    }
    const isApp = matched.id === "apps/create-installation-access-token";
    const isKnown = isApp
      ? /^bearer eyJ/i.test(authorization)
      : [token, APP_TOKEN].some((known) => authorization === `token ${known}`);
    if (!isKnown) return send(401, { message: `Bad credentials: ${authorization}` });
    violations.push(...requestComplaints(matched, url.searchParams, body));
    violations.push(...limitComplaints(matched.id, body ?? {}, url.searchParams));
    const done = perform(matched.id, matched.path, url.searchParams, body ?? {});
    if (done.status < 300) violations.push(...answerComplaints(matched, done.status, done.body));
    if (fault?.kind === "done_but_lost") return send(502, { message: "Server Error" });
    send(done.status, done.body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      violations.push(`the test's server failed: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    issueComments,
    reviews,
    reviewComments,
    checkRuns,
    fail: (...more) => {
      for (const fault of more) faults.push({ fault, left: fault.times ?? 1 });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      if (violations.length > 0)
        throw new Error(`GitHub's description is violated:\n${violations.join("\n")}`);
    },
  };
}

function refuse(
  { kind, seconds = 1, to = "" }: Fault,
  url: URL,
  response: ServerResponse,
  send: (status: number, value: unknown, headers?: Record<string, string>) => void,
): void {
  switch (kind) {
    case "secondary_limit":
      return send(
        403,
        { message: "You have exceeded a secondary rate limit." },
        { "retry-after": String(seconds) },
      );
    case "primary_limit":
      return send(
        403,
        { message: "API rate limit exceeded for installation ID 7." },
        {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + seconds),
        },
      );
    case "too_many":
      return send(429, { message: "slow down" }, { "retry-after": String(seconds) });
    case "bad_gateway":
    case "done_but_lost":
      return send(502, { message: "Server Error" });
    case "refused":
      return send(422, { message: "Validation Failed", errors: ["line must be part of the diff"] });
    case "moved_here":
      return send(
        307,
        {},
        { location: url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, "/repositories/1") + url.search },
      );
    case "moved_elsewhere":
      return send(307, {}, { location: `${to}${url.pathname}` });
    case "silent":
      // Never answered: whoever asks has to give up by itself.
      response.on("close", () => {});
  }
}

function headerComplaints({ headers, method }: IncomingMessage, text: string): readonly string[] {
  const found: string[] = [];
  if (!/^application\/vnd\.github[\w.-]*\+json$/.test(headers.accept ?? ""))
    found.push(`accept is ${headers.accept}`);
  if (headers["x-github-api-version"] !== "2022-11-28") found.push("x-github-api-version is missing");
  if (!headers["user-agent"]?.startsWith("emend")) found.push("user-agent does not say who asks");
  if (text !== "" && !headers["content-type"]?.startsWith("application/json"))
    found.push("a body that is no JSON");
  if (text !== "" && method === "GET") found.push("a GET with a body");
  return found;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
