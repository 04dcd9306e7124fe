import { fail, ok, type Result } from "../result.ts";
import type { AccessProblem } from "./access-problem.ts";
import type { Principal } from "./principal.ts";

const LINK_MS = 600_000;

/** Lets one browser in, once and soon. Its secret is kept as a hash. */
export interface LoginLink {
  readonly hash: string;
  readonly principal: Principal;
  readonly created_at: string;
  readonly expires_at: string;
}

export const createLoginLink = (hash: string, principal: Principal, now: string): LoginLink => ({
  hash,
  principal,
  created_at: now,
  expires_at: new Date(Date.parse(now) + LINK_MS).toISOString(),
});

/** Whether a link that was taken out of the store still counts. */
export function checkLink(
  link: LoginLink | undefined,
  now: string,
): Result<Principal, AccessProblem<"unknown_link" | "link_expired">> {
  if (link === undefined) {
    const message = "the link was used already, or never was one; ask for another";
    return fail({ code: "unknown_link", message });
  }
  if (now >= link.expires_at) {
    return fail({ code: "link_expired", message: "the link counts for 10 minutes; ask for another" });
  }
  return ok(link.principal);
}
