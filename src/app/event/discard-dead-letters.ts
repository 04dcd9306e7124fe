import type { AuditLog } from "../../ports/audit-log.ts";
import type { EventLog } from "../../ports/event-log.ts";

/** Deletes dead letters. The audit entry comes first, so that every deletion has an author. */
export const discardDeadLetters =
  ({ events, audit }: { readonly events: EventLog; readonly audit: AuditLog }) =>
  async (ids: readonly string[], by: string): Promise<number> => {
    await audit.append({
      actor: by,
      action: "events.discarded",
      subject: "events",
      detail: { letters: ids.slice(0, 500) },
    });
    return events.discard(ids);
  };
