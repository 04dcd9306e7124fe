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

const LOOK_MS = 1_000;
/** A group whose last reader was heard of lately is not forgotten, so it is tried again. */
const FORGET_MS = 30_000;

/**
 * Emend once told of everything in the stream of decisions. What nobody has learned from there yet is moved to Emend's own
 * log, and the groups that read it there are forgotten, since they would keep the stream from being trimmed. Ends when
 * that is done, or with the signal.
 */
export const moveOwnEvents =
  ({ own, decisions, consumer, wait, onFault }: MovePorts) =>
  async (signal: AbortSignal): Promise<void> => {
    try {
      let left = (await decisions.groups()).filter(isOwnGroup);
      if (left.includes(LEARN_GROUP) && (await isBehind())) {
        const moving = decisions.consume({
          group: LEARN_GROUP,
          consumer,
          handle: (entries) => own.publish(entries.map(({ event }) => event).filter(isOwnEvent)),
          onFault,
        });
        while (!signal.aborted && (await isBehind())) await wait(LOOK_MS, signal);
        await moving.stop();
      }
      while (left.length > 0 && !signal.aborted) {
        const kept: string[] = [];
        for (const group of left) if (!(await decisions.forget(group))) kept.push(group);
        left = kept;
        if (left.length > 0) await wait(FORGET_MS, signal);
      }
    } catch (error) {
      const message = `events that Emend told in the stream of decisions are still there: ${reasonOf(error)}`;
      onFault({ code: "move_failed", message });
    }

    async function isBehind(): Promise<boolean> {
      const { waiting, pending } = await decisions.backlog(LEARN_GROUP);
      return waiting + pending > 0;
    }
  };

const isOwnGroup = (group: string): boolean => group === LEARN_GROUP || group.startsWith(`${WEBHOOK_GROUP}-`);
