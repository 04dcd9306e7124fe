import { defined } from "../defined.ts";
import type { AuditAct } from "../audit/audit-entry.ts";
import type { Token } from "./token.ts";

/** What the audit log says of a new token: nothing of the secret. */
export const issuedAct = ({ id, name, role, agent, created_by, expires_at }: Token): AuditAct => ({
  actor: created_by,
  action: "token.issued",
  subject: id,
  detail: { name, role, ...defined({ agent }), expires_at },
});

export const revokedAct = ({ id, name, role }: Token, by: string): AuditAct => ({
  actor: by,
  action: "token.revoked",
  subject: id,
  detail: { name, role },
});
