import { reasonOf } from "../../core/event/retry-delay.ts";
import { WEBHOOK_GROUP } from "../../core/webhook/webhook-settings.ts";
import type { EventLog } from "../../ports/event-log.ts";
import { LEARN_GROUP } from "../evaluation/learn-from-events.ts";
import { isOwnEvent } from "./ingest-decisions.ts";

export interface MovePorts {
  readonly own: Pick<EventLog, "publish">;
  readonly decisions: Pick<EventLog, "groups" | "backlog" | "consume" | "forget">;
  readonly consumer: string;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
}

const POLL_MS = 1_000;
/** A group with a recent reader cannot be deleted yet, so it is retried. */
const RETRY_MS = 30_000;

/**
 * Older versions published everything to the decision stream. What is still unread there is moved to Emend's own
 * log, and its groups are deleted, because they would keep the stream from being trimmed. Ends when that is done or
 * the signal fires.
 */
export const moveOwnEvents =
  ({ own, decisions, consumer, wait, onFault }: MovePorts) =>
  async (signal: AbortSignal): Promise<void> => {
    try {
      let remaining = (await decisions.groups()).filter(isOwnGroup);
      if (remaining.includes(LEARN_GROUP) && (await isBehind())) {
        const moving = decisions.consume({
          group: LEARN_GROUP,
          consumer,
          handle: (entries) => own.publish(entries.map(({ event }) => event).filter(isOwnEvent)),
          onFault,
        });
        while (!signal.aborted && (await isBehind())) await wait(POLL_MS, signal);
        await moving.stop();
      }
      while (remaining.length > 0 && !signal.aborted) {
        const kept: string[] = [];
        for (const group of remaining) if (!(await decisions.forget(group))) kept.push(group);
        remaining = kept;
        if (remaining.length > 0) await wait(RETRY_MS, signal);
      }
    } catch (error) {
      const message = `Emend's own events could not be moved out of the decision stream: ${reasonOf(error)}`;
      onFault({ code: "move_failed", message });
    }

    async function isBehind(): Promise<boolean> {
      const { waiting, pending } = await decisions.backlog(LEARN_GROUP);
      return waiting + pending > 0;
    }
  };

const isOwnGroup = (group: string): boolean => group === LEARN_GROUP || group.startsWith(`${WEBHOOK_GROUP}-`);
