import { maskPrivate } from "../rule-text/secrets.ts";
import type { ReviewedPull, ReviewRemark } from "./reviewed-pull.ts";

/** A pull request without secrets and personal data, as it may be kept. */
export function maskReviewedPull(pull: ReviewedPull): ReviewedPull {
  const { title, description, commits, threads, reviews, comments } = pull;
  return {
    ...pull,
    title: maskPrivate(title),
    description: maskMessage(description),
    commits: commits.map((commit) => ({ ...commit, message: maskMessage(commit.message) })),
    threads: threads.map((thread) => ({
      ...thread,
      hunk: maskPrivate(thread.hunk),
      remarks: thread.remarks.map(maskRemark),
    })),
    reviews: reviews.map(maskRemark),
    comments: comments.map(maskRemark),
  };
}

const maskRemark = (remark: ReviewRemark): ReviewRemark => ({ ...remark, body: maskPrivate(remark.body) });

/** Trailers name the agent by its address. */
const TRAILER = /^(?:co-authored-by|agent):/i;

const maskMessage = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .reduce<string[]>((parts, line) => {
      const last = parts.at(-1);
      if (last === undefined || TRAILER.test(line) || TRAILER.test(last)) parts.push(line);
      else parts[parts.length - 1] = last + line;
      return parts;
    }, [])
    .map((part) => (TRAILER.test(part) ? part : maskPrivate(part)))
    .join("");
