import type { Finding } from "../src/core/review/review.ts";

/** A finding that passes; tests state only what differs. */
export const aFinding = (differs: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: "F1",
  severity: "high",
  category: "correctness",
  title: "Null user is read",
  file: "src/api/session.ts",
  line: 12,
  message: "request.user.id is read before request.user is checked, so anonymous requests crash.",
  ...differs,
});

/** An answer that passes, as an object. */
export const anAnswer = (
  findings: readonly unknown[] = [aFinding()],
  differs: Record<string, unknown> = {},
): Record<string, unknown> => ({ schema_version: "1.0", prompt_version: "1.0", findings, ...differs });

export const FILES = ["src/api/session.ts", "src/db/query.ts", "docs/read me.md"] as const;

export const idsOf = (review: { readonly findings: readonly Finding[] } | undefined): readonly string[] =>
  (review?.findings ?? []).map((finding) => finding.id);
