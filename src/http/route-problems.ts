import type { ProblemCode } from "./problem-codes.ts";
import { type Route, takesKey } from "./route.ts";

/** What any route may refuse with. */
const COMMON: readonly ProblemCode[] = ["too_many_requests", "internal_error", "unavailable"];

const LOGIN: readonly ProblemCode[] = [
  "login_required",
  "malformed_token",
  "unknown_token",
  "token_expired",
  "token_revoked",
  "session_expired",
];

/** Every code that a route may refuse with, by what it takes and by what it says itself. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const codes: ProblemCode[] = [...COMMON, ...(route.problems ?? [])];
  if (route.permission !== "public") codes.push(...LOGIN, "forbidden");
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
