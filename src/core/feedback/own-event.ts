import { hash64 } from "../hash.ts";
import { boundedId } from "../text/bounded-text.ts";
import { feedbackId, type Feedback, TRUSTS, MAX_EVENT_ID } from "./feedback.ts";

/** Who brought a record in: the holder of a token, or a program of this machine. */
export type EventOwner = `token:${string}` | `person:${string}` | `mcp:${string}`;

/** Ends an owner's name; no name holds it, since names are written as in an address. */
const END = "|";
/** Written as in an address a character takes up to nine, and the event's own name needs room too. */
const MAX_OWNER = 48;

/** An owner's name from an id that may hold anything. */
export const ownerOf = (kind: "token" | "person" | "mcp", id: string): EventOwner =>
  `${kind}:${encodeURIComponent(boundedId(id, MAX_OWNER))}`;

/**
 * The record under ids that belong to its owner. Nobody else's record can have them, whatever the owner calls its
 * events; the same owner's same event is the same record.
 */
export const ownEvent = (record: Feedback, owner: EventOwner): Feedback =>
  moved(record, ownedEvent(record.event_id, owner), owner);

/** The id of a signal's record that somebody sent under a key of theirs; without an owner, of one kept as it was sent. */
export function sentSignalId(key: string, owner?: EventOwner): string {
  const event = boundedId(`signal:${key}`, MAX_EVENT_ID);
  return feedbackId(owner === undefined ? event : boundedId(ownedEvent(event, owner), MAX_EVENT_ID));
}

const ownedEvent = (eventId: string, owner: EventOwner): string => `${owner}${END}${eventId}`;

/** The record in another place, for one whose own place is taken by a different record. */
export function setApart(record: Feedback, attempt: number): Feedback {
  const place = `${record.event_id}~${attempt}`;
  return moved(record, place, place);
}

function moved(record: Feedback, place: string, salt: string): Feedback {
  const event_id = boundedId(place, MAX_EVENT_ID);
  return {
    ...record,
    id: feedbackId(event_id),
    event_id,
    fingerprint: hash64(`${salt}\0${record.fingerprint}`),
  };
}

/**
 * Whether a record that finds its place taken is the kept one come again. It is if the same author tells of the same
 * event or says the same, with no higher standing than before. What was erased stays erased. The hashes decide nothing
 * by themselves: they can be made to match.
 */
export function comesAgain(kept: Feedback, given: Feedback): boolean {
  const isSameEvent = kept.event_id === given.event_id;
  const saysTheSame =
    kept.fingerprint === given.fingerprint && prefixOf(kept.event_id) === prefixOf(given.event_id);
  if (!isSameEvent && !saysTheSame) return false;
  if (kept.original.state === "erased") return true;
  return kept.author.id === given.author.id && standingOf(given) <= standingOf(kept);
}

/**
 * Whether a decision comes too late: another person decided under the same id. One decision of an id holds, and the
 * first one does.
 */
export const isDecidedAlready = (kept: Feedback, given: Feedback): boolean =>
  kept.source.kind === "decision" &&
  given.source.kind === "decision" &&
  kept.event_id === given.event_id &&
  standingOf(given) <= standingOf(kept);

const prefixOf = (eventId: string): string => /^(?:token|person|mcp):[^|]{1,440}\|/.exec(eventId)?.[0] ?? "";

/** People before bots, bots before tools, everybody before outsiders. */
const standingOf = ({ author: { trust } }: Feedback): number => -TRUSTS.indexOf(trust);

/** The record with its outcome as a mere claim: an agent that reports what became of its work decides nothing. */
export function asClaim(record: Feedback): Feedback {
  if (record.outcome === null) return record;
  return { ...record, outcome: null, claimed_outcome: record.outcome };
}
