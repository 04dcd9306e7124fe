import { defined } from "../defined.ts";
import { createReviewThreads } from "../feedback/review-threads.ts";
import type { JsonObject } from "../json/json.ts";
import type { ReviewedPull, ReviewRemark, ReviewThread } from "./reviewed-pull.ts";

/** A remark, with what it is about. */
export interface PlacedRemark {
  readonly pull: ReviewedPull;
  /** GitHub's name for its kind, which is part of its id. */
  readonly kind: "review_comment" | "review" | "comment";
  readonly remark: ReviewRemark;
  /** The thread, for a remark about lines. */
  readonly thread?: ReviewThread;
}

/** Every remark about a pull request: about lines first, then reviews, then comments. */
export const placeRemarks = (pull: ReviewedPull): readonly PlacedRemark[] => [
  ...pull.threads.flatMap((thread) =>
    thread.remarks.map((remark) => ({ pull, kind: "review_comment" as const, remark, thread })),
  ),
  ...pull.reviews.map((remark) => ({ pull, kind: "review" as const, remark })),
  ...pull.comments.map((remark) => ({ pull, kind: "comment" as const, remark })),
];

/** The id of a correction that was made by a remark. */
export const remarkKey = ({ pull, kind, remark }: PlacedRemark): string =>
  `review:${pull.server}/${kind}/${remark.id}`;

/** A remark as GitHub's REST API has it, so that it becomes the same record as in an import of comments. */
export function githubRemark({ pull, kind, remark, thread }: PlacedRemark): JsonObject {
  const { author } = remark;
  return {
    id: Number(remark.id),
    html_url: remark.url,
    pull_request_url: `https://${pull.server}/${pull.repository}/pulls/${pull.number}`,
    user: author === undefined ? null : { login: author.login, type: author.isBot ? "Bot" : "User" },
    body: remark.body,
    ...(author?.isMember === undefined ? {} : { author_association: author.isMember ? "MEMBER" : "NONE" }),
    ...(kind === "review"
      ? defined({ state: remark.verdict, submitted_at: remark.time, commit_id: remark.commit })
      : defined({ created_at: remark.time })),
    ...(thread === undefined
      ? {}
      : {
          path: thread.path,
          diff_hunk: thread.hunk,
          side: thread.side === "old" ? "LEFT" : "RIGHT",
          subject_type: thread.isWholeFile ? "file" : "line",
          ...defined({
            original_commit_id: remark.commit,
            in_reply_to_id: remark.replyTo === undefined ? undefined : Number(remark.replyTo),
            line: thread.linesNow?.last,
            start_line: thread.linesNow?.first,
            original_line: thread.lines?.last,
            original_start_line: thread.lines?.first,
          }),
        }),
  };
}

/** Whether a remark is by the author of the pull request, who is inferred from the threads if the source names none. */
export function authorshipOf(pulls: readonly ReviewedPull[]): (placed: PlacedRemark) => boolean {
  const threads = createReviewThreads();
  for (const pull of pulls) {
    if (pull.author === undefined) {
      threads.add(
        placeRemarks(pull)
          .filter(({ kind }) => kind === "review_comment")
          .map(githubRemark),
      );
    }
  }
  return (placed) => {
    const { author } = placed.pull;
    if (author === undefined) return threads.isByAuthor(githubRemark(placed));
    return isSameLogin(author.login, placed.remark.author?.login);
  };
}

/** Logins are case-insensitive. An unknown one is nobody's. */
export const isSameLogin = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase();
