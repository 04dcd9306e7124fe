import type { Feedback } from "../feedback/feedback.ts";

/** Words of tags that name a danger. No task should be without a rule against one. */
const DANGERS: ReadonlySet<string> = new Set([
  "security",
  "secret",
  "secrets",
  "credential",
  "credentials",
  "vulnerability",
  "safety",
  "privacy",
  "unsafe",
]);

/** Whether feedback is about a danger, by its category or by the tags of its gate. */
export const isSafetyFeedback = ({ category, tags }: Pick<Feedback, "category" | "tags">): boolean =>
  category === "security" ||
  tags.some((tag) =>
    tag
      .toLowerCase()
      .split(/[^a-z]/)
      .some((word) => DANGERS.has(word)),
  );
