import { defined } from "../defined.ts";
import { githubAuthor, githubId } from "../feedback/github-agent.ts";
import { fieldOf, lineOf, oneOf, textOf } from "../json/json.ts";
import { clipText } from "../text/bounded-text.ts";
import { utcMillis } from "../time/time.ts";
import {
  MAX_DESCRIPTION,
  MAX_HUNK,
  MAX_REMARK_BODY,
  REVIEW_VERDICTS,
  type ReviewAuthor,
  type ReviewLines,
  type ReviewRemark,
} from "./reviewed-pull.ts";

/** Where a pull request is. */
export interface PullPlace {
  readonly server: string;
  readonly repository: string;
  readonly number: number;
}

const PULL_URL =
  /^https?:\/\/([\w.-]{1,253}(?::\d{1,5})?)\/(?:api\/v3\/)?(?:repos\/)?([\w.-]{1,100}\/[\w.-]{1,100})\/(?:pulls?|issues)\/(\d{1,9})(?![\w])/;

/** The pull request that an address is about, whether of the web page or of the API. */
export function pullPlace(url: unknown): PullPlace | undefined {
  const [, host, repository, number] = PULL_URL.exec((textOf(url) ?? "").slice(0, 500)) ?? [];
  if (host === undefined || repository === undefined) return undefined;
  const server = host.toLowerCase() === "api.github.com" ? "github.com" : host.toLowerCase();
  return { server, repository, number: Number(number) };
}

export const pullUrl = ({ server, repository, number }: PullPlace): string =>
  `https://${server}/${repository}/pull/${number}`;

export const webAddress = (url: unknown): string | undefined => {
  const text = textOf(url)?.slice(0, 1_000);
  return text !== undefined && /^https?:\/\/[\w.-]/.test(text) ? text : undefined;
};

export const clipped = (value: unknown, max = MAX_REMARK_BODY): string =>
  typeof value === "string" ? clipText(value, max) : "";

export const descriptionOf = (value: unknown): string =>
  typeof value === "string" ? clipText(value.slice(-MAX_DESCRIPTION), MAX_DESCRIPTION) : "";

export const hunkOf = (value: unknown): string =>
  typeof value === "string" && value.length <= MAX_HUNK ? clipText(value, MAX_HUNK) : "";

export const remarkTime = (value: unknown): string | undefined =>
  typeof value === "string" ? utcMillis(value)?.time : undefined;

const MAX_LOGIN = 100;

/** An account of GitHub's REST or GraphQL API, which leaves `[bot]` out of a bot's login. */
export function reviewAuthor(account: unknown, association?: unknown): ReviewAuthor | undefined {
  const name = textOf(fieldOf(account, "login"))?.slice(0, MAX_LOGIN);
  if (name === undefined) return undefined;
  const isGraphqlBot = fieldOf(account, "__typename") === "Bot";
  const isBot = isGraphqlBot || fieldOf(account, "type") === "Bot" || name.endsWith("[bot]");
  const login = isGraphqlBot && !name.endsWith("[bot]") ? `${name}[bot]` : name;
  const { trust } = githubAuthor({ user: { login }, author_association: association });
  return {
    login,
    isBot,
    ...defined({ isMember: typeof association === "string" ? trust === "person" : undefined }),
  };
}

export function linesOf(last: unknown, first: unknown): ReviewLines | undefined {
  const end = lineOf(last);
  return end === undefined ? undefined : { first: Math.min(lineOf(first) ?? end, end), last: end };
}

/** GraphQL's numbers are too small for today's ids, so it has them as text too. Every address ends in the id. */
const remarkId = (remark: unknown): string | undefined =>
  githubId(fieldOf(remark, "fullDatabaseId")) ??
  githubId(fieldOf(remark, "databaseId")) ??
  (typeof fieldOf(remark, "id") === "number" ? githubId(fieldOf(remark, "id")) : undefined) ??
  /#(?:discussion_r|issuecomment-|pullrequestreview-)(\d{1,19})$/.exec(
    webAddress(fieldOf(remark, "html_url") ?? fieldOf(remark, "url")) ?? "",
  )?.[1];

/** A remark of either API. Undefined if it has no id, or was not submitted yet. */
export function reviewRemark(remark: unknown, at: PullPlace): ReviewRemark | undefined {
  const id = remarkId(remark);
  const state = textOf(fieldOf(remark, "state"))?.toUpperCase();
  if (id === undefined || !/^\d{1,19}$/.test(id) || state === "PENDING") return undefined;
  const field = (...path: readonly string[]): unknown => fieldOf(remark, ...path);
  return {
    id,
    url: webAddress(field("html_url") ?? field("url")) ?? pullUrl(at),
    body: clipped(field("body")),
    ...defined({
      author: reviewAuthor(
        field("user") ?? field("author"),
        field("author_association") ?? field("authorAssociation"),
      ),
      time: remarkTime(
        field("submitted_at") ?? field("submittedAt") ?? field("created_at") ?? field("createdAt"),
      ),
      commit: commitId(
        field("original_commit_id") ??
          field("commit_id") ??
          field("originalCommit", "oid") ??
          field("commit", "oid"),
      ),
      replyTo: githubId(field("in_reply_to_id")),
      verdict: oneOf(state, REVIEW_VERDICTS),
    }),
  };
}

/** A commit's id, if it is one. */
export const commitId = (value: unknown): string | undefined =>
  typeof value === "string" && /^[0-9a-f]{7,64}$/.test(value) ? value : undefined;
