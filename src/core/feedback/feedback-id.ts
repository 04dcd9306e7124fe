import { hash64 } from "../hash.ts";

/** Every machine gives the same event the same id, so a ledger, a store and a stream agree on it. */
export const feedbackId = (eventId: string): string => `fb_${hash64(eventId)}${hash64(`#${eventId}`)}`;
