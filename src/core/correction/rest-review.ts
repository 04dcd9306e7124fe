import { defined } from "../defined.ts";
import { isOwnBranch } from "../feedback/github-agent.ts";
import { fieldOf, listOf, textOf, textsOf } from "../json/json.ts";
import {
  clipped,
  commitId,
  descriptionOf,
  hunkOf,
  linesOf,
  type PullPlace,
  pullUrl,
  reviewAuthor,
  reviewRemark,
  remarkTime,
  webAddress,
} from "./review-remark.ts";
import type { PullCommit, ReviewedPull, ReviewRemark, ReviewThread } from "./reviewed-pull.ts";

/** What GitHub's REST API lists about one pull request. */
export interface RestPull {
  /** The pull request itself, if it is known. */
  readonly pull?: unknown;
  readonly lineComments: readonly unknown[];
  readonly reviews: readonly unknown[];
  readonly comments: readonly unknown[];
  readonly commits: readonly unknown[];
}

/** A pull request as GitHub's REST API describes it. The API does not say which threads are resolved. */
export function pullFromRest(rest: RestPull, at: PullPlace): ReviewedPull {
  const { pull } = rest;
  const remarksOf = (remarks: readonly unknown[]): readonly ReviewRemark[] =>
    remarks.flatMap((remark) => reviewRemark(remark, at) ?? []);
  const mergedAt = remarkTime(fieldOf(pull, "merged_at"));
  const state = fieldOf(pull, "state");
  return {
    ...at,
    url: webAddress(fieldOf(pull, "html_url")) ?? pullUrl(at),
    title: clipped(fieldOf(pull, "title"), 1_000),
    description: descriptionOf(fieldOf(pull, "body")),
    labels: textsOf(listOf(fieldOf(pull, "labels")).map((label) => fieldOf(label, "name"))),
    isOwnBranch: isOwnBranch(pull),
    state: mergedAt !== undefined ? "merged" : state === "open" || state === "closed" ? state : "unknown",
    commits: rest.commits.flatMap((commit) => commitOf(commit) ?? []),
    threads: threadsOf(rest.lineComments, at),
    reviews: remarksOf(rest.reviews).filter(({ verdict }) => verdict !== undefined),
    comments: remarksOf(rest.comments),
    ...defined({
      author: reviewAuthor(fieldOf(pull, "user"), fieldOf(pull, "author_association")),
      branch: textOf(fieldOf(pull, "head", "ref"))?.slice(0, 1_000),
      createdAt: remarkTime(fieldOf(pull, "created_at")),
      endedAt: mergedAt ?? remarkTime(fieldOf(pull, "closed_at")),
    }),
  };
}

interface Placed {
  readonly raw: unknown;
  readonly remark: ReviewRemark;
}

/** Comments on lines by the comment that they answer, which may have been deleted. */
function threadsOf(comments: readonly unknown[], at: PullPlace): readonly ReviewThread[] {
  const placed = comments.flatMap((raw): readonly Placed[] => {
    const remark = reviewRemark(raw, at);
    return remark === undefined || textOf(fieldOf(raw, "path")) === undefined ? [] : [{ raw, remark }];
  });
  const threads = Map.groupBy(placed, ({ remark }) => remark.replyTo ?? remark.id);
  return [...threads.values()].map((members) => threadOf(members.toSorted(byAge)));
}

const byAge = (a: Placed, b: Placed): number =>
  Number(a.remark.replyTo !== undefined) - Number(b.remark.replyTo !== undefined) ||
  a.remark.id.length - b.remark.id.length ||
  (a.remark.id < b.remark.id ? -1 : 1);

function threadOf(members: readonly Placed[]): ReviewThread {
  const { raw } = members[0]!;
  const field = (name: string): unknown => fieldOf(raw, name);
  const isWholeFile = field("subject_type") === "file";
  return {
    path: textOf(field("path"))!.slice(0, 4_096),
    isWholeFile,
    side: field("side") === "LEFT" ? "old" : "new",
    hunk: hunkOf(field("diff_hunk")),
    remarks: members.map(({ remark }) => remark),
    ...defined({
      lines: linesOf(field("original_line"), field("original_start_line")),
      linesNow: linesOf(field("line"), field("start_line")),
      isOutdated: isWholeFile ? undefined : isOutdated(raw),
    }),
  };
}

/** GitHub takes the place from a comment whose lines have changed. Old answers have a position instead of lines. */
function isOutdated(comment: unknown): boolean | undefined {
  const place = fieldOf(comment, "line") === undefined ? "position" : "line";
  const value = fieldOf(comment, place);
  return value === undefined ? undefined : value === null;
}

/** The account with which GitHub commits what people do on its pages. */
const GITHUB_ITSELF = "web-flow";

function commitOf(commit: unknown): PullCommit | undefined {
  const sha = commitId(fieldOf(commit, "sha"));
  if (sha === undefined) return undefined;
  const [author, committer] = [fieldOf(commit, "author", "login"), fieldOf(commit, "committer", "login")];
  const files = textsOf(listOf(fieldOf(commit, "files")).map((file) => fieldOf(file, "filename")));
  return {
    sha,
    message: clipped(fieldOf(commit, "commit", "message")),
    isVerified:
      fieldOf(commit, "commit", "verification", "verified") === true &&
      (committer === GITHUB_ITSELF || (textOf(author) !== undefined && committer === author)),
    ...defined({
      author: (textOf(author) ?? textOf(fieldOf(commit, "commit", "author", "name")))?.slice(0, 100),
      time: remarkTime(fieldOf(commit, "commit", "committer", "date")),
      paths: files.length > 0 ? files : undefined,
    }),
  };
}
