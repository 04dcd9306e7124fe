import type { AuditLog } from "../../ports/audit-log.ts";
import type { EventLog } from "../../ports/event-log.ts";

/** Removes dead letters for good. The audit log says so before, so that nothing is gone that nobody answers for. */
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
