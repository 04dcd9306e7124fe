import type { ProblemCode } from "./problem-codes.ts";
import { type Route, takesKey } from "./route.ts";

const COMMON: readonly ProblemCode[] = ["too_many_requests", "internal_error", "unavailable"];

const TOKEN_PROBLEMS: readonly ProblemCode[] = [
  "malformed_token",
  "unknown_token",
  "token_expired",
  "token_revoked",
  "session_expired",
];

/** Why a token or a login link was not accepted. */
export const ACCESS_PROBLEMS: readonly ProblemCode[] = [...TOKEN_PROBLEMS, "unknown_link", "link_expired"];

/** Every problem code that a route can respond with. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const codes: ProblemCode[] = [...COMMON, ...(route.problems ?? [])];
  if (route.permission !== "public") codes.push("login_required", ...TOKEN_PROBLEMS, "forbidden");
  if (route.agent !== undefined) codes.push("other_agent");
  if (route.quota !== undefined) codes.push("quota_exceeded");
  if (route.permission !== "public" && route.method !== "get") codes.push("csrf_refused");
  if (route.params !== undefined) codes.push("invalid_path");
  codes.push("invalid_query", "host_refused");
  if (route.body !== undefined) {
    codes.push(
      "malformed_json",
      "not_json",
      "body_too_large",
      "body_cut_off",
      "invalid_body",
      "record_refused",
    );
  }
  if (takesKey(route)) codes.push("idempotency_running", "idempotency_key_reused", "invalid_header");
  return [...new Set(codes)];
}
