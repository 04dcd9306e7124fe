import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A remark as both APIs tell of it. A login that ends in `[bot]` is a bot's. */
export interface StubRemark {
  readonly id: number;
  readonly by: string;
  readonly body: string;
  readonly at: string;
  readonly association?: string;
  readonly state?: string;
}

export interface StubThread {
  readonly path: string;
  readonly line: number;
  readonly start?: number;
  readonly hunk: string;
  readonly isOutdated?: boolean;
  readonly isResolved?: boolean;
  readonly remarks: readonly StubRemark[];
}

export interface StubPull {
  readonly number: number;
  readonly updatedAt: string;
  readonly title: string;
  readonly body?: string;
  readonly by: string;
  readonly state?: "OPEN" | "MERGED" | "CLOSED";
  readonly createdAt?: string;
  readonly endedAt?: string;
  readonly threads?: readonly StubThread[];
  readonly reviews?: readonly StubRemark[];
  readonly comments?: readonly StubRemark[];
  readonly commits?: readonly {
    readonly oid: string;
    readonly message: string;
    readonly at: string;
    readonly by: string;
  }[];
}

export interface StubFault {
  /** Part of `METHOD /path` or of the query. Every request if it is left out. */
  readonly on?: string;
  readonly times?: number;
  /** How many requests that fit pass before. */
  readonly after?: number;
  readonly kind:
    | "secondary_limit"
    | "primary_limit"
    | "graphql_limit"
    | "bad_gateway"
    | "cut"
    | "forbidden"
    | "unknown_field"
    | "no_such_route"
    | "not_json"
    | "same_cursor";
  readonly seconds?: number;
}

export interface ReviewServer {
  readonly url: string;
  /** Each request: `GET /path?query`, or `list`, `read 1,2`, `more comments` of GraphQL. */
  readonly requests: string[];
  readonly pulls: StubPull[];
  readonly fail: (...faults: readonly StubFault[]) => void;
  readonly stop: () => Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

const REPOSITORY = "acme/shop";
const MAX_PAGE = 100;

/** GitHub's GraphQL and REST as far as reviews are read with them, from the same pull requests. */
export async function startReviewServer(): Promise<ReviewServer> {
  const requests: string[] = [];
  const pulls: StubPull[] = [];
  const faults: { fault: StubFault; skip: number; left: number }[] = [];
  const sorted = (): readonly StubPull[] =>
    pulls.toSorted((a, b) =>
      a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.number - a.number,
    );

  const takeFault = (text: string): StubFault | undefined => {
    for (const one of faults) {
      if (one.left === 0 || !text.includes(one.fault.on ?? "")) continue;
      if (one.skip > 0) one.skip -= 1;
      else {
        one.left -= 1;
        return one.fault;
      }
    }
    return undefined;
  };

  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const path = request.url ?? "";
      const { query = "", variables = {} } = (body === "" ? {} : JSON.parse(body)) as {
        query?: string;
        variables?: Json;
      };
      requests.push(query === "" ? `${request.method} ${path}` : nameOf(query));
      const fault = takeFault(`${request.method} ${path} ${query}`);
      if (fault !== undefined && fault.kind !== "same_cursor") return fail(fault, response);
      if (query === "") return send(response, ...answerRest(path, sorted()));
      if (
        variables["owner"] !== undefined &&
        `${variables["owner"] as string}/${variables["repo"] as string}` !== REPOSITORY
      ) {
        return send(response, 200, {
          data: { repository: null },
          errors: [{ type: "NOT_FOUND", message: "no" }],
        });
      }
      const data = answerGraphql(query, variables, sorted());
      send(
        response,
        200,
        fault === undefined ? { data } : { data: JSON.parse(JSON.stringify(data), sameCursor) },
      );
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    pulls,
    fail: (...more) => {
      for (const fault of more) faults.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** A server that leads in circles. */
const sameCursor = (key: string, value: unknown): unknown =>
  key === "pageInfo" ? { hasNextPage: true, endCursor: "again" } : value;

function nameOf(query: string): string {
  if (query.includes("pullRequests(")) return "list";
  if (query.includes("node(id:")) return "more remarks";
  const numbers = [...query.matchAll(/\bp(\d+): pullRequest/g)].map(([, number]) => number);
  return numbers.length > 0
    ? `read ${numbers.join(",")}`
    : `more ${/\(number: \$number\) \{ (\w+)\(/.exec(query)?.[1]}`;
}

function answerGraphql(query: string, variables: Json, pulls: readonly StubPull[]): Json {
  const after = Number(variables["after"] ?? 0);
  const page = (all: readonly unknown[], first: number, from = after): Json => {
    const to = Math.min(from + first, all.length);
    const pageInfo = { hasNextPage: to < all.length, endCursor: String(to) };
    return { totalCount: all.length, pageInfo, nodes: all.slice(from, to) };
  };
  const firstOf = (name: string): number => Number(new RegExp(`${name}\\(first: (\\d+)`).exec(query)?.[1]);
  const threadNode = (pull: StubPull, thread: StubThread, index: number): Json => ({
    id: `T-${pull.number}-${index}`,
    path: thread.path,
    line: thread.isOutdated === true ? null : thread.line,
    startLine: thread.isOutdated === true ? null : (thread.start ?? null),
    originalLine: thread.line,
    originalStartLine: thread.start ?? null,
    diffSide: "RIGHT",
    subjectType: "LINE",
    isResolved: thread.isResolved ?? false,
    isOutdated: thread.isOutdated ?? false,
    resolvedBy: null,
    comments: page(
      thread.remarks.map((remark) => remarkNode(pull, remark, thread)),
      query.includes("node(id:") ? 100 : 20,
      query.includes("node(id:") ? after : 0,
    ),
  });
  const listsOf = (pull: StubPull): Readonly<Record<string, readonly unknown[]>> => ({
    reviewThreads: (pull.threads ?? []).map((thread, index) => threadNode(pull, thread, index)),
    reviews: (pull.reviews ?? []).map((review) => remarkNode(pull, review)),
    comments: (pull.comments ?? []).map((comment) => remarkNode(pull, comment)),
    commits: (pull.commits ?? []).map(({ oid, message, at, by }) => ({
      commit: { oid, message, committedDate: at, author: { name: by, user: { login: by } } },
    })),
  });
  if (query.includes("pullRequests(")) {
    const listed = pulls.map(({ number, updatedAt }) => ({ number, updatedAt }));
    return { repository: { pullRequests: page(listed, MAX_PAGE) } };
  }
  if (query.includes("node(id:")) {
    const [, number, index] = String(variables["id"]).split("-").map(Number);
    const pull = pulls.find((one) => one.number === number)!;
    return { node: threadNode(pull, pull.threads![index!]!, index!) };
  }
  const more = /\(number: \$number\) \{ (\w+)\(first: (\d+)/.exec(query);
  if (more !== null) {
    const pull = pulls.find(({ number }) => number === variables["number"])!;
    return { repository: { pullRequest: { [more[1]!]: page(listsOf(pull)[more[1]!]!, Number(more[2])) } } };
  }
  const asked = [...query.matchAll(/\bp(\d+): pullRequest/g)].map(([, number]) => Number(number));
  const found = asked.map((number) => {
    const pull = pulls.find((one) => one.number === number);
    if (pull === undefined) return [`p${number}`, null];
    const lists = Object.entries(listsOf(pull)).map(([name, all]) => [name, page(all, firstOf(name))]);
    return [`p${number}`, { ...pullNode(pull), ...Object.fromEntries(lists) }];
  });
  return { repository: Object.fromEntries(found) as Json };
}

const pageOf = ({ number }: StubPull): string => `https://github.com/${REPOSITORY}/pull/${number}`;

const pullNode = (pull: StubPull): Json => ({
  number: pull.number,
  updatedAt: pull.updatedAt,
  url: pageOf(pull),
  title: pull.title,
  body: pull.body ?? "",
  state: pull.state ?? "OPEN",
  createdAt: pull.createdAt ?? "2026-01-01T00:00:00Z",
  mergedAt: pull.state === "MERGED" ? (pull.endedAt ?? pull.updatedAt) : null,
  closedAt: pull.state === "OPEN" ? null : (pull.endedAt ?? null),
  headRefName: "work",
  isCrossRepository: false,
  author: actorOf(pull.by),
  authorAssociation: "MEMBER",
  labels: { nodes: [] },
});

const actorOf = (login: string): Json =>
  login.endsWith("[bot]") ? { __typename: "Bot", login: login.slice(0, -5) } : { __typename: "User", login };

const ANCHORS = { line: "discussion_r", review: "pullrequestreview-", comment: "issuecomment-" };
const urlOf = (pull: StubPull, remark: StubRemark, thread?: StubThread): string =>
  `${pageOf(pull)}#${ANCHORS[thread !== undefined ? "line" : remark.state === undefined ? "comment" : "review"]}${remark.id}`;

const remarkNode = (pull: StubPull, remark: StubRemark, thread?: StubThread): Json => ({
  fullDatabaseId: String(remark.id),
  url: urlOf(pull, remark, thread),
  body: remark.body,
  author: actorOf(remark.by),
  authorAssociation: remark.association ?? "MEMBER",
  createdAt: remark.at,
  submittedAt: remark.at,
  state: remark.state ?? "SUBMITTED",
  ...(thread === undefined ? {} : { diffHunk: thread.hunk, originalCommit: { oid: "a".repeat(40) } }),
});

function answerRest(address: string, pulls: readonly StubPull[]): readonly [number, unknown] {
  const url = new URL(address, "http://github.test");
  const [, what, id, of] =
    /^(?:\/api\/v3)?\/repos\/acme\/shop\/(pulls|issues)(?:\/(\d+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  if (what === undefined) return [404, { message: "Not Found" }];
  const size = Number(url.searchParams.get("per_page") ?? 30);
  const from = (Number(url.searchParams.get("page") ?? 1) - 1) * size;
  const page = (all: readonly unknown[]): readonly [number, unknown] => [200, all.slice(from, from + size)];
  if (id === undefined) return page(pulls.map(restPull));
  const pull = pulls.find(({ number }) => number === Number(id));
  if (pull === undefined) return [404, { message: "Not Found" }];
  if (of === undefined) return [200, restPull(pull)];
  if (what === "issues") return page((pull.comments ?? []).map((comment) => restRemark(pull, comment)));
  if (of === "reviews") return page((pull.reviews ?? []).map((review) => restRemark(pull, review)));
  if (of === "comments") {
    return page(
      (pull.threads ?? []).flatMap((thread) =>
        thread.remarks.map((remark, index) => ({
          ...restRemark(pull, remark, thread),
          ...(index === 0 ? {} : { in_reply_to_id: thread.remarks[0]!.id }),
        })),
      ),
    );
  }
  return page(
    (pull.commits ?? []).map(({ oid, message, at, by }) => ({
      sha: oid,
      commit: { message, author: { name: by, date: at }, committer: { date: at } },
      author: { login: by },
    })),
  );
}

const restPull = (pull: StubPull): Json => ({
  number: pull.number,
  updated_at: pull.updatedAt,
  html_url: pageOf(pull),
  title: pull.title,
  body: pull.body ?? null,
  state: pull.state === undefined || pull.state === "OPEN" ? "open" : "closed",
  created_at: pull.createdAt ?? "2026-01-01T00:00:00Z",
  merged_at: pull.state === "MERGED" ? (pull.endedAt ?? pull.updatedAt) : null,
  closed_at: pull.state === "OPEN" ? null : (pull.endedAt ?? null),
  user: userOf(pull.by),
  author_association: "MEMBER",
  labels: [],
  head: { ref: "work", repo: { id: 1 } },
  base: { repo: { id: 1 } },
});

const userOf = (login: string): Json => ({ login, type: login.endsWith("[bot]") ? "Bot" : "User" });

const restRemark = (pull: StubPull, remark: StubRemark, thread?: StubThread): Json => ({
  id: remark.id,
  html_url: urlOf(pull, remark, thread),
  body: remark.body,
  user: userOf(remark.by),
  author_association: remark.association ?? "MEMBER",
  ...(remark.state === undefined
    ? { created_at: remark.at }
    : { submitted_at: remark.at, state: remark.state }),
  ...(thread === undefined
    ? { issue_url: `https://api.github.com/repos/${REPOSITORY}/issues/${pull.number}` }
    : {
        pull_request_url: `https://api.github.com/repos/${REPOSITORY}/pulls/${pull.number}`,
        path: thread.path,
        diff_hunk: thread.hunk,
        side: "RIGHT",
        subject_type: "line",
        line: thread.isOutdated === true ? null : thread.line,
        start_line: thread.isOutdated === true ? null : (thread.start ?? null),
        original_line: thread.line,
        original_start_line: thread.start ?? null,
        original_commit_id: "a".repeat(40),
      }),
});

function fail({ kind, seconds = 1 }: StubFault, response: ServerResponse): void {
  const reset = {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + seconds),
  };
  switch (kind) {
    case "secondary_limit":
      return send(
        response,
        403,
        { message: "You have exceeded a secondary rate limit." },
        { "retry-after": String(seconds) },
      );
    case "primary_limit":
      return send(response, 403, { message: "API rate limit exceeded." }, reset);
    case "graphql_limit":
      return send(
        response,
        200,
        { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
        reset,
      );
    case "bad_gateway":
      return send(response, 502, { message: "Server Error" });
    case "forbidden":
      return send(response, 200, {
        errors: [{ type: "INSUFFICIENT_SCOPES", message: "Your token lacks scopes." }],
      });
    case "unknown_field":
      return send(response, 200, { errors: [{ message: "Field 'fullDatabaseId' doesn't exist" }] });
    case "no_such_route":
      return send(response, 404, { message: "Not Found" });
    case "not_json":
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>a login page</html>");
      return;
    case "cut":
    case "same_cursor":
      response.writeHead(200, { "content-type": "application/json", "content-length": "9999" });
      response.write('{"data":{"repos');
      response.socket?.destroy();
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
