/** What somebody is trusted with, each with all that the one before may do. */
export const ROLES = ["agent", "reviewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = ["ask", "record", "read", "decide", "approve", "audit", "administer"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What each role may do beyond the one before it. An agent's token reaches its own agent only. */
const ADDED: Readonly<Record<Role, readonly Permission[]>> = {
  agent: ["ask", "record"],
  reviewer: ["read", "decide"],
  approver: ["approve", "audit"],
  admin: ["administer"],
};

const GIVEN: ReadonlyMap<string, readonly Permission[]> = new Map(
  ROLES.map((role, at) => [role, ROLES.slice(0, at + 1).flatMap((each) => ADDED[each])]),
);

/** Nothing for a role that there is not. */
export const permissionsOf = (role: Role): readonly Permission[] => GIVEN.get(role) ?? [];

export const allows = (role: Role, permission: Permission): boolean =>
  permissionsOf(role).includes(permission);
