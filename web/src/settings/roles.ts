import type { Session } from "../api/session.ts";

export type RoleName = Session["role"];

export const ROLES = ["agent", "reviewer", "approver", "admin"] as const satisfies readonly RoleName[];

/** What each may do beyond the one before it. */
export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  agent: "asks for rules and records feedback, for one agent only",
  reviewer: "reads everything, and decides what agents hand in",
  approver: "approves rules, leads rollouts, reads the audit log",
  admin: "makes tokens, and deals with events that were given up",
};
