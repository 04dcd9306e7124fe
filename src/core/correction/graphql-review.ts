import { defined } from "../defined.ts";
import { fieldOf, listOf, textOf, textsOf } from "../json/json.ts";
import {
  clipped,
  commitId,
  descriptionOf,
  hunkOf,
  linesOf,
  type PullPlace,
  pullPlace,
  pullUrl,
  reviewAuthor,
  reviewRemark,
  remarkTime,
  webAddress,
} from "./review-remark.ts";
import type { PullCommit, ReviewedPull, ReviewRemark, ReviewThread } from "./reviewed-pull.ts";

/** The items of a connection of GraphQL, whether it was asked for by nodes or by edges. */
export const nodesOf = (connection: unknown): readonly unknown[] => {
  const nodes = fieldOf(connection, "nodes");
  return Array.isArray(nodes)
    ? nodes
    : listOf(fieldOf(connection, "edges")).map((edge) => fieldOf(edge, "node"));
};

const STATES: Readonly<Record<string, ReviewedPull["state"]>> = {
  OPEN: "open",
  MERGED: "merged",
  CLOSED: "closed",
};

/** A pull request as GitHub's GraphQL API describes it. Whatever was not asked for is left out. */
export function pullFromGraphql(pull: unknown, known?: PullPlace): ReviewedPull | undefined {
  const at = pullPlace(fieldOf(pull, "url")) ?? known ?? placeOfRemarks(pull);
  if (at === undefined) return undefined;
  const remarksOf = (connection: string): readonly ReviewRemark[] =>
    nodesOf(fieldOf(pull, connection)).flatMap((node) => reviewRemark(node, at) ?? []);
  return {
    ...at,
    url: webAddress(fieldOf(pull, "url")) ?? pullUrl(at),
    title: clipped(fieldOf(pull, "title"), 1_000),
    description: descriptionOf(fieldOf(pull, "body")),
    labels: textsOf(nodesOf(fieldOf(pull, "labels")).map((label) => fieldOf(label, "name"))),
    isOwnBranch: fieldOf(pull, "isCrossRepository") === false,
    state: STATES[textOf(fieldOf(pull, "state")) ?? ""] ?? "unknown",
    commits: nodesOf(fieldOf(pull, "commits")).flatMap((node) => commitOf(fieldOf(node, "commit")) ?? []),
    threads: nodesOf(fieldOf(pull, "reviewThreads")).flatMap((node) => threadOf(node, at) ?? []),
    reviews: remarksOf("reviews").filter(({ verdict }) => verdict !== undefined),
    comments: remarksOf("comments"),
    ...defined({
      author: reviewAuthor(fieldOf(pull, "author"), fieldOf(pull, "authorAssociation")),
      branch: textOf(fieldOf(pull, "headRefName"))?.slice(0, 1_000),
      createdAt: remarkTime(fieldOf(pull, "createdAt")),
      endedAt: remarkTime(fieldOf(pull, "mergedAt") ?? fieldOf(pull, "closedAt")),
    }),
  };
}

/** A query that did not ask for the address of the pull request still has those of its remarks. */
function placeOfRemarks(pull: unknown): PullPlace | undefined {
  const remarks = nodesOf(fieldOf(pull, "reviewThreads")).flatMap((thread) =>
    nodesOf(fieldOf(thread, "comments")),
  );
  return pullPlace(fieldOf(remarks[0] ?? nodesOf(fieldOf(pull, "comments"))[0], "url"));
}

function threadOf(thread: unknown, at: PullPlace): ReviewThread | undefined {
  const nodes = nodesOf(fieldOf(thread, "comments"));
  const [first] = nodes;
  const path = textOf(fieldOf(thread, "path") ?? fieldOf(first, "path"))?.slice(0, 4_096);
  const remarks = nodes.flatMap((node) => reviewRemark(node, at) ?? []);
  const [root] = remarks;
  if (path === undefined || root === undefined) return undefined;
  const field = (name: string): unknown => fieldOf(thread, name) ?? fieldOf(first, name);
  const flag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
  return {
    path,
    isWholeFile: field("subjectType") === "FILE",
    side: field("diffSide") === "LEFT" ? "old" : "new",
    hunk: hunkOf(fieldOf(first, "diffHunk")),
    // Every later remark in a thread answers the first.
    remarks: remarks.map((remark) => (remark === root ? remark : { ...remark, replyTo: root.id })),
    ...defined({
      lines: linesOf(field("originalLine"), field("originalStartLine")),
      linesNow: linesOf(field("line"), field("startLine")),
      isResolved: flag(fieldOf(thread, "isResolved")),
      resolvedBy: textOf(fieldOf(thread, "resolvedBy", "login"))?.slice(0, 100),
      isOutdated: flag(fieldOf(thread, "isOutdated") ?? fieldOf(first, "outdated")),
    }),
  };
}

function commitOf(commit: unknown): PullCommit | undefined {
  const sha = commitId(fieldOf(commit, "oid"));
  if (sha === undefined) return undefined;
  const author = fieldOf(commit, "author");
  const signature = fieldOf(commit, "signature");
  const signer = textOf(fieldOf(signature, "signer", "login"));
  return {
    sha,
    message: clipped(fieldOf(commit, "message")),
    isVerified:
      fieldOf(signature, "isValid") === true &&
      (fieldOf(signature, "wasSignedByGitHub") === true ||
        (signer !== undefined && signer === fieldOf(author, "user", "login"))),
    ...defined({
      author: (textOf(fieldOf(author, "user", "login")) ?? textOf(fieldOf(author, "name")))?.slice(0, 100),
      time: remarkTime(fieldOf(commit, "committedDate")),
    }),
  };
}
