import { z } from "zod";
import { nodesOf, pullFromGraphql } from "../../core/correction/graphql-review.ts";
import { fieldOf, isJsonObject, textOf } from "../../core/json/json.ts";
import type { GithubSession } from "./github-session.ts";
import type { PullSource, ReadPull } from "./pull-source.ts";

const PAGE = "pageInfo { hasNextPage endCursor }";
const WHO = "author { __typename login } authorAssociation";
const SAID = `fullDatabaseId url body ${WHO}`;

/** What is read of each item of a connection. */
const REMARK_FIELDS = `${SAID} createdAt state diffHunk originalCommit { oid }`;
const THREAD_FIELDS = `id path line startLine originalLine originalStartLine diffSide subjectType isResolved isOutdated
  resolvedBy { login } comments(first: 20) { ${PAGE} nodes { ${REMARK_FIELDS} } }`;
const CONNECTIONS = {
  reviewThreads: { first: 30, fields: THREAD_FIELDS },
  reviews: { first: 30, fields: `${SAID} submittedAt state commit { oid }` },
  comments: { first: 30, fields: `${SAID} createdAt` },
  commits: {
    first: 50,
    fields: `commit { oid message committedDate author { name user { login } }
      signature { isValid wasSignedByGitHub signer { login } } }`,
  },
} as const;
type ConnectionName = keyof typeof CONNECTIONS;
const CONNECTION_NAMES = Object.keys(CONNECTIONS) as readonly ConnectionName[];

const LIST = `query($owner: String!, $repo: String!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequests(first: 100, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount ${PAGE} nodes { number updatedAt }
    }
  }
}`;

const PULL = `number updatedAt url title body state createdAt mergedAt closedAt headRefName isCrossRepository ${WHO}
  labels(first: 20) { nodes { name } }
  ${CONNECTION_NAMES.map((name) => `${name}(first: ${CONNECTIONS[name].first}) { ${PAGE} nodes { ${CONNECTIONS[name].fields} } }`).join("\n  ")}`;

const pullsQuery = (numbers: readonly number[]): string =>
  `query($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) {
  ${numbers.map((number) => `p${number}: pullRequest(number: ${number}) { ...Pull }`).join("\n  ")}
} }
fragment Pull on PullRequest { ${PULL} }`;

const moreQuery = (name: ConnectionName): string =>
  `query($owner: String!, $repo: String!, $number: Int!, $after: String) { repository(owner: $owner, name: $repo) {
  pullRequest(number: $number) { ${name}(first: 50, after: $after) { ${PAGE} nodes { ${CONNECTIONS[name].fields} } } }
} }`;

const MORE_REMARKS = `query($id: ID!, $after: String) { node(id: $id) { ... on PullRequestReviewThread {
  comments(first: 100, after: $after) { ${PAGE} nodes { ${REMARK_FIELDS} } }
} } }`;

const PAGE_INFO = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const LISTED = z.object({
  repository: z.object({
    pullRequests: z.object({
      totalCount: z.number(),
      pageInfo: PAGE_INFO,
      nodes: z.array(z.object({ number: z.number().int().positive(), updatedAt: z.string() }).nullable()),
    }),
  }),
});
const ANY = z.record(z.string(), z.unknown());

/** Pages of one list about one pull request. More are left out. */
const MOST_PAGES = 40;

/** Reads ten pull requests for about four of the 5,000 points that GitHub allows an hour. */
export function createGraphqlPulls(
  session: GithubSession,
  parts: { readonly owner: string; readonly repo: string },
): PullSource {
  /** A connection with its other pages, as long as each of them leads on. */
  const completed = async (
    connection: unknown,
    fetchAfter: (after: string) => Promise<unknown>,
  ): Promise<{ readonly nodes: readonly unknown[] }> => {
    const nodes = [...nodesOf(connection)];
    const seen = new Set<string>();
    let page = connection;
    while (seen.size < MOST_PAGES) {
      const after = textOf(fieldOf(page, "pageInfo", "endCursor"));
      if (fieldOf(page, "pageInfo", "hasNextPage") !== true || after === undefined || seen.has(after)) break;
      seen.add(after);
      page = await fetchAfter(after);
      nodes.push(...nodesOf(page));
    }
    return { nodes };
  };

  const withAllPages = async (pull: unknown, number: number): Promise<unknown> => {
    const whole: Record<string, unknown> = isJsonObject(pull) ? { ...pull } : {};
    for (const name of CONNECTION_NAMES) {
      whole[name] = await completed(whole[name], async (after) => {
        const variables = { ...parts, number, after };
        const more = await session.query({ query: moreQuery(name), variables, answer: ANY });
        return fieldOf(more, "repository", "pullRequest", name);
      });
    }
    const threads = nodesOf(whole["reviewThreads"]).map(async (thread) => {
      const comments = await completed(fieldOf(thread, "comments"), async (after) => {
        const variables = { id: fieldOf(thread, "id"), after };
        const more = await session.query({ query: MORE_REMARKS, variables, answer: ANY });
        return fieldOf(more, "node", "comments");
      });
      return isJsonObject(thread) ? { ...thread, comments } : thread;
    });
    return { ...whole, reviewThreads: { nodes: await Promise.all(threads) } };
  };

  return {
    batch: 10,
    list: async (after) => {
      const variables = { ...parts, after: after ?? null };
      const { repository } = await session.query({ query: LIST, variables, answer: LISTED });
      const { totalCount, pageInfo, nodes } = repository.pullRequests;
      const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      return {
        pulls: nodes.flatMap((node) =>
          node === null ? [] : [{ number: node.number, version: node.updatedAt }],
        ),
        ofPulls: totalCount,
        ...(next === null ? {} : { next }),
      };
    },
    read: async (numbers) => {
      const answer = await session.query({ query: pullsQuery(numbers), variables: parts, answer: ANY });
      const read: ReadPull[] = [];
      for (const number of numbers) {
        const found = fieldOf(answer, "repository", `p${number}`);
        const version = textOf(fieldOf(found, "updatedAt"));
        if (version === undefined) continue;
        const pull = pullFromGraphql(await withAllPages(found, number));
        if (pull !== undefined) read.push({ number, version, pull });
      }
      return read;
    },
  };
}
