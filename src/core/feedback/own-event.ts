import { hash64 } from "../hash.ts";
import { boundedId } from "../text/bounded-text.ts";
import { feedbackId, type Feedback, TRUSTS, MAX_EVENT_ID } from "./feedback.ts";

/** Who submitted a record: the holder of a token or a program on this machine. */
export type EventOwner = `token:${string}` | `person:${string}` | `mcp:${string}`;

/** Ends an owner's name, which is percent-encoded and therefore never contains it. */
const END = "|";
/** One character takes up to nine when encoded, and the event's own id needs room too. */
const MAX_OWNER = 48;

/** Encodes an id, which may contain anything. */
export const ownerOf = (kind: "token" | "person" | "mcp", id: string): EventOwner =>
  `${kind}:${encodeURIComponent(boundedId(id, MAX_OWNER))}`;

/**
 * Moves a record under ids that belong to its owner. No other owner can produce them, while the same owner's same
 * event gets the same ids.
 */
export const withOwner = (record: Feedback, owner: EventOwner): Feedback =>
  withEventId(record, ownedEventId(record.event_id, owner), owner);

/** The record id of a signal that was sent under the sender's own key. */
export function sentSignalId(key: string, owner?: EventOwner): string {
  const event = boundedId(`signal:${key}`, MAX_EVENT_ID);
  return feedbackId(owner === undefined ? event : boundedId(ownedEventId(event, owner), MAX_EVENT_ID));
}

const ownedEventId = (eventId: string, owner: EventOwner): string => `${owner}${END}${eventId}`;

/** Moves a record to another id, if its own belongs to a different record. */
export function withAlternateId(record: Feedback, attempt: number): Feedback {
  const eventId = `${record.event_id}~${attempt}`;
  return withEventId(record, eventId, eventId);
}

function withEventId(record: Feedback, eventId: string, salt: string): Feedback {
  const event_id = boundedId(eventId, MAX_EVENT_ID);
  return {
    ...record,
    id: feedbackId(event_id),
    event_id,
    fingerprint: hash64(`${salt}\0${record.fingerprint}`),
  };
}

/**
 * Whether an incoming record is the stored one delivered again: the same author reports the same event or the same
 * content, with no more trust than before. An erased record stays erased. Matching hashes alone are not enough,
 * because they can be forged.
 */
export function isRedelivery(stored: Feedback, incoming: Feedback): boolean {
  const isSameEvent = stored.event_id === incoming.event_id;
  const isSameContent =
    stored.fingerprint === incoming.fingerprint && prefixOf(stored.event_id) === prefixOf(incoming.event_id);
  if (!isSameEvent && !isSameContent) return false;
  if (stored.original.state === "erased") return true;
  return stored.author.id === incoming.author.id && trustRank(incoming) <= trustRank(stored);
}

/** Whether somebody else already decided under this id. The first decision stands. */
export const isDecidedAlready = (stored: Feedback, incoming: Feedback): boolean =>
  stored.source.kind === "decision" &&
  incoming.source.kind === "decision" &&
  stored.event_id === incoming.event_id &&
  trustRank(incoming) <= trustRank(stored);

const prefixOf = (eventId: string): string => /^(?:token|person|mcp):[^|]{1,440}\|/.exec(eventId)?.[0] ?? "";

/** Higher for more trusted authors. */
const trustRank = ({ author: { trust } }: Feedback): number => -TRUSTS.indexOf(trust);

/** Turns the outcome into a mere claim, because an agent cannot decide on its own work. */
export function asClaim(record: Feedback): Feedback {
  if (record.outcome === null) return record;
  return { ...record, outcome: null, claimed_outcome: record.outcome };
}
