import type { FeedbackAuthor, Trust } from "./feedback.ts";
import { fieldOf, textOf } from "../json/read-json.ts";

/** Those whom the repository lets write to it; one merged change makes nobody one of them. */
const INSIDERS: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Who wrote a comment or a review. The id says `github:`, so that no login can pass for a reviewer known otherwise. */
export function githubAuthor(remark: unknown): FeedbackAuthor {
  const user = fieldOf(remark, "user");
  const login = textOf(fieldOf(user, "login")) ?? "ghost";
  return { id: `github:${login}`, trust: trustOf(user, fieldOf(remark, "author_association")) };
}

function trustOf(user: unknown, association: unknown): Trust {
  if (fieldOf(user, "type") === "Bot") return "reviewer_bot";
  return INSIDERS.has(association) ? "person" : "outsider";
}
