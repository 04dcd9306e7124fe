import { oidcLogin } from "../person/login.ts";
import { fail, ok, type Result } from "../result.ts";
import { newTokenSchema } from "./new-token.ts";
import type { Principal } from "./principal.ts";
import { grantedRole, type RoleGrants } from "./role-grants.ts";

/** What a provider says of a person, from each place it says it; the first that names something holds. */
export type ProviderClaims = readonly Readonly<Record<string, unknown>>[];

export interface PersonProblem {
  readonly code: "oidc_no_name" | "oidc_no_role";
  readonly reason: string;
}

/**
 * Whom a provider vouches for. A verified e-mail address is the person's name as it is. Anything else that names them is
 * theirs at this provider only, so it is written with the provider's host: nobody takes the address of another, or the
 * name of a token, by calling themselves so.
 */
export function personOf(
  claims: ProviderClaims,
  { host, grants }: { readonly host: string; readonly grants: RoleGrants },
): Result<Principal, PersonProblem> {
  const name = nameOf(claims, host);
  const read = newTokenSchema.shape.name.safeParse(name);
  if (!read.success) {
    const reason = `the provider gives no name that can be shown: ${read.error.issues[0]?.message ?? "none"}`;
    return fail({ code: "oidc_no_name", reason });
  }
  const role = grantedRole(valueOf(claims, grants.claim), grants);
  if (role === undefined) {
    const reason = `the claim ${grants.claim} gives no role, and oidc.default_role is none`;
    return fail({ code: "oidc_no_role", reason });
  }
  const [issuer, subject] = ["iss", "sub"].map((claim) => valueOf(claims, claim));
  const login =
    typeof issuer === "string" && typeof subject === "string" ? { login: oidcLogin(issuer, subject) } : {};
  return ok({ id: read.data, role, kind: "session", ...login });
}

const ADDRESS = /^[^\s@()<>"\\]{1,64}@[^\s@()<>"\\]{1,190}$/;

function nameOf(claims: ProviderClaims, host: string): string | undefined {
  // Address and mark from one place: of two places each may mean another address.
  for (const { email, email_verified } of claims) {
    const verified = email_verified === true || email_verified === "true";
    if (verified && typeof email === "string" && ADDRESS.test(email)) return email.toLowerCase();
  }
  const own = ["preferred_username", "sub"]
    .map((claim) => valueOf(claims, claim))
    .find((value): value is string => typeof value === "string" && value.trim() !== "");
  return own === undefined ? undefined : `${own.trim()} (${host})`;
}

/** A claim by its whole name, or by a path such as `realm_access.roles`. */
function valueOf(claims: ProviderClaims, name: string): unknown {
  for (const source of claims) {
    const value = Object.hasOwn(source, name) ? source[name] : follow(source, name.split("."));
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function follow(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}
