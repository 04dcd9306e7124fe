import type {
  PullCommit,
  ReviewedPull,
  ReviewRemark,
  ReviewThread,
} from "../src/core/correction/reviewed-pull.ts";

export const BO = { login: "bo", isBot: false, isMember: true };
export const ANA = { login: "ana", isBot: false, isMember: true };
export const at = (hour: number): string => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;

let lastId = 0;
export const said = (body: string, more: Partial<ReviewRemark> = {}): ReviewRemark => {
  lastId += 1;
  const url = `https://github.com/acme/shop/pull/7#discussion_r${lastId}`;
  return { id: String(lastId), url, author: BO, body, time: at(8), ...more };
};
export const reply = (body: string, more: Partial<ReviewRemark> = {}): ReviewRemark =>
  said(body, { author: ANA, replyTo: "1", time: at(9), ...more });

export const threadOf = (
  remarks: readonly ReviewRemark[],
  more: Partial<ReviewThread> = {},
): ReviewThread => ({
  path: "src/cart.ts",
  isWholeFile: false,
  side: "new",
  hunk: "@@ -1,3 +1,4 @@\n one\n-two\n+three\n+four\n five",
  lines: { first: 3, last: 4 },
  remarks,
  ...more,
});

export const pullOf = (more: Partial<ReviewedPull> = {}): ReviewedPull => ({
  server: "github.com",
  repository: "acme/shop",
  number: 7,
  url: "https://github.com/acme/shop/pull/7",
  title: "Add a cart",
  description: "",
  author: ANA,
  labels: [],
  isOwnBranch: true,
  state: "open",
  createdAt: at(6),
  commits: [],
  threads: [],
  reviews: [],
  comments: [],
  ...more,
});

export const commit = (more: Partial<PullCommit> = {}): PullCommit => ({
  sha: "c".repeat(40),
  author: "ana",
  time: at(10),
  message: "Rename the total",
  isVerified: false,
  ...more,
});
