/** Roles in ascending order; each includes the permissions of the previous ones. */
export const ROLES = ["agent", "reviewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];
/** The roles that people can have. */
export const PEOPLES_ROLES = ROLES.filter((role) => role !== "agent");

export const PERMISSIONS = ["ask", "record", "read", "decide", "approve", "audit", "administer"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions that each role adds. An agent's token is limited to its own agent. */
const ADDED: Readonly<Record<Role, readonly Permission[]>> = {
  agent: ["ask", "record"],
  reviewer: ["read", "decide"],
  approver: ["approve", "audit"],
  admin: ["administer"],
};

const PERMISSIONS_BY_ROLE: ReadonlyMap<string, readonly Permission[]> = new Map(
  ROLES.map((role, at) => [role, ROLES.slice(0, at + 1).flatMap((each) => ADDED[each])]),
);

/** Empty for an unknown role. */
export const permissionsOf = (role: Role): readonly Permission[] => PERMISSIONS_BY_ROLE.get(role) ?? [];

export const allows = (role: Role, permission: Permission): boolean =>
  permissionsOf(role).includes(permission);
