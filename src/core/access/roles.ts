/** What somebody is trusted with, each with all that the one before may do. */
export const ROLES = ["agent", "reviewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];
