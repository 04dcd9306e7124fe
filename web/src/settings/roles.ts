import type { Session } from "../api/session.ts";

export type RoleName = Session["role"];

export const ROLES = ["agent", "reviewer", "approver", "admin"] as const satisfies readonly RoleName[];

export const PEOPLES_ROLES = ROLES.filter((role) => role !== "agent");
export type PersonRole = (typeof PEOPLES_ROLES)[number];

export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  agent: "reads rules and records feedback, for one agent only",
  reviewer: "reads everything and decides on submissions",
  approver: "approves rules, leads rollouts, reads the audit log",
  admin: "manages tokens and failed events",
};
