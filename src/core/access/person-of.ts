import { fail, ok, type Result } from "../result.ts";
import { type Role, ROLES } from "./permission.ts";
import { oidcLogin } from "../person/known-people.ts";
import { newTokenSchema } from "./issue-token.ts";
import type { Principal } from "./token.ts";

/** Nobody logs in as an agent. */
export type PersonRole = Exclude<Role, "agent">;

const PERSON_ROLES = ROLES.filter((role) => role !== "agent");

/** How a provider's claims map to roles. */
export interface RoleGrants {
  /** The claim with roles or groups; dots lead into objects. */
  readonly claim: string;
  /** The roles of its values. */
  readonly meaning: ReadonlyMap<string, PersonRole | "none">;
  /** The default role. */
  readonly otherwise: PersonRole | "none";
}

export interface RoleGrantsProblem {
  readonly code: "invalid_role_grant";
  readonly message: string;
}

/**
 * Parses entries such as `engineers=reviewer`. Role names map to themselves by default; `admin=none` turns that off
 * for providers where anybody can create such a group.
 */
export function parseRoleGrants({
  claim,
  entries = [],
  otherwise,
}: {
  readonly claim: string;
  readonly entries?: readonly string[] | undefined;
  readonly otherwise: PersonRole | "none";
}): Result<RoleGrants, RoleGrantsProblem> {
  const meaning = new Map<string, PersonRole | "none">(PERSON_ROLES.map((role) => [role, role]));
  for (const entry of entries) {
    const at = entry.lastIndexOf("=");
    const value = entry.slice(0, Math.max(0, at)).trim();
    const role = [...PERSON_ROLES, "none" as const].find((each) => each === entry.slice(at + 1).trim());
    if (value === "" || role === undefined) {
      const message = `expected a value of the claim and its role, as in "engineers=reviewer", with the role reviewer, approver, admin or none; got ${JSON.stringify(entry.slice(0, 80))}`;
      return fail({ code: "invalid_role_grant", message });
    }
    meaning.set(value, role);
  }
  return ok({ claim, meaning, otherwise });
}

/** The highest role in a claim, which may be a text or a list; undefined if there is none. */
export function grantedRole(value: unknown, { meaning, otherwise }: RoleGrants): PersonRole | undefined {
  const named: readonly unknown[] = Array.isArray(value) ? value : [value];
  const roles = new Set(
    named.map((each) => (typeof each === "string" ? meaning.get(each.trim()) : undefined)),
  );
  return PERSON_ROLES.findLast((role) => roles.has(role)) ?? (otherwise === "none" ? undefined : otherwise);
}

/** A provider's claims about a person, by source; the first source with a value wins. */
export type ProviderClaims = readonly Readonly<Record<string, unknown>>[];

export interface ProviderClaimsProblem {
  readonly code: "oidc_no_name" | "oidc_no_role";
  readonly reason: string;
}

/**
 * The person that a provider identifies. A verified email address is used as the name. Any other name is only valid
 * at this provider, so the provider's host is appended: nobody can pose as another address or as a token's name.
 */
export function personOf(
  claims: ProviderClaims,
  { host, grants }: { readonly host: string; readonly grants: RoleGrants },
): Result<Principal, ProviderClaimsProblem> {
  const name = nameOf(claims, host);
  const read = newTokenSchema.shape.name.safeParse(name);
  if (!read.success) {
    const reason = `the provider gave no displayable name: ${read.error.issues[0]?.message ?? "none"}`;
    return fail({ code: "oidc_no_name", reason });
  }
  const role = grantedRole(valueOf(claims, grants.claim), grants);
  if (role === undefined) {
    const reason = `the claim ${grants.claim} contains no role, and oidc.default_role is none`;
    return fail({ code: "oidc_no_role", reason });
  }
  const [issuer, subject] = ["iss", "sub"].map((claim) => valueOf(claims, claim));
  const login =
    typeof issuer === "string" && typeof subject === "string" ? { login: oidcLogin(issuer, subject) } : {};
  return ok({ id: read.data, role, kind: "session", ...login });
}

const ADDRESS = /^[^\s@()<>"\\]{1,64}@[^\s@()<>"\\]{1,190}$/;

function nameOf(claims: ProviderClaims, host: string): string | undefined {
  // The address and its verification must come from the same source, because another one may mean another address.
  for (const { email, email_verified } of claims) {
    const verified = email_verified === true || email_verified === "true";
    if (verified && typeof email === "string" && ADDRESS.test(email)) return email.toLowerCase();
  }
  const own = ["preferred_username", "sub"]
    .map((claim) => valueOf(claims, claim))
    .find((value): value is string => typeof value === "string" && value.trim() !== "");
  return own === undefined ? undefined : `${own.trim()} (${host})`;
}

/** A claim by its full name, or by a path such as `realm_access.roles`. */
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
