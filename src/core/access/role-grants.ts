import { fail, ok, type Result } from "../result.ts";
import { type Role, ROLES } from "./roles.ts";

/** An agent is no person, so nobody logs in as one. */
export type PersonRole = Exclude<Role, "agent">;

const PERSON_ROLES = ROLES.filter((role) => role !== "agent");

/** Which role the claims of a provider give. */
export interface RoleGrants {
  /** The claim that names roles or groups; dots lead into objects. */
  readonly claim: string;
  /** What its values mean. */
  readonly meaning: ReadonlyMap<string, PersonRole | "none">;
  /** For whom the claim names nothing. */
  readonly otherwise: PersonRole | "none";
}

export interface RoleGrantsProblem {
  readonly code: "invalid_role_grant";
  readonly message: string;
}

/**
 * Reads entries such as `engineers=reviewer`. The names of roles mean themselves unless an entry says otherwise, as
 * `admin=none` does for providers where anybody can make a group of that name.
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

/** The highest role that a claim's value gives, be it a text or a list; nothing for what gives none. */
export function grantedRole(value: unknown, { meaning, otherwise }: RoleGrants): PersonRole | undefined {
  const named: readonly unknown[] = Array.isArray(value) ? value : [value];
  const given = new Set(
    named.map((each) => (typeof each === "string" ? meaning.get(each.trim()) : undefined)),
  );
  return PERSON_ROLES.findLast((role) => given.has(role)) ?? (otherwise === "none" ? undefined : otherwise);
}
