import type { Digest } from "../audit/audit-entry.ts";
import { clipText } from "../text/bounded-text.ts";
import { showUnseen } from "../text/show-unseen.ts";
import type { WebhookType } from "./webhook-type.ts";

/** One thing that endpoints are told. */
export interface WebhookMessage {
  /** The same however often it is sent; receivers drop what they had. */
  readonly id: string;
  readonly type: WebhookType | "emend.test" | "emend.audit.head";
  /** When it happened; RFC 3339. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The id of the message that tells of an event: what is signed has dots between its parts and a header holds ASCII
 * alone, and an event's id has dots and may have anything.
 */
export const messageId = (eventId: string, hash: Digest): string =>
  `msg_${hash(eventId.toWellFormed()).slice(0, 32)}`;

/** Words from records: bounded, and with nothing in them that hides. What a chat makes of them is the receiver's to escape. */
export const toldText = (text: string, max = 500): string => showUnseen(clipText(text, max));
