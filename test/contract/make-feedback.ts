import * as fc from "fast-check";
import { FEEDBACK_SCHEMA, type Feedback, feedbackId } from "../../src/core/feedback/feedback.ts";
import { hash64 } from "../../src/core/hash.ts";

/** A record of event number `n`; its content differs from every other number's unless the fingerprint is given. */
export function makeFeedback(n: number, fields: Partial<Omit<Feedback, "id">> = {}): Feedback {
  const eventId = fields.event_id ?? `decision:d-${n}`;
  const comment = fields.comment ?? `comment ${n}: the total is wrong when the cart is empty`;
  return {
    schema: FEEDBACK_SCHEMA,
    fingerprint: hash64(`content of ${eventId}`),
    source: { kind: "decision", ref: `d-${n}` },
    author: { id: "ana", trust: "person" },
    time: timeAt(n),
    outcome: "rejected",
    tags: ["tests_failing"],
    similarity_text: comment,
    original: {
      state: "whole",
      json: JSON.stringify({ decision_id: `d-${n}`, comment }),
      hash: hash64(comment),
    },
    agent: "rio",
    comment,
    ...fields,
    id: feedbackId(eventId),
    event_id: eventId,
  };
}

/** One minute after another, from the first of March on. */
export const timeAt = (minute: number): string =>
  new Date(Date.UTC(2026, 2, 1) + minute * 60_000).toISOString();

/** Every hour that a store could hold. */
export const ALL_TIME = { from: "0001-01-01T00:00:00Z", to: "9998-12-31T00:00:00Z" } as const;

/** Few names and hours, so that records meet in the same roll-up row. */
export const feedbackArbitrary: fc.Arbitrary<Feedback> = fc
  .record({
    n: fc.nat(30),
    agent: fc.constantFrom("rio", "kai", "", "a b", "\uD800"),
    tags: fc.array(fc.constantFrom("io", "style", "__proto__", "\0", "x\uDFFF"), { maxLength: 4 }),
    outcome: fc.constantFrom("approved", "rejected", "approved_with_changes", null),
    minute: fc.nat(200),
  })
  .map(({ n, agent, tags, outcome, minute }) =>
    makeFeedback(n, { agent, tags, outcome, time: timeAt(minute) }),
  );

/** What a source may say that one database or another stumbles over. */
export const HOSTILE_TEXTS: readonly { readonly why: string; readonly text: string }[] = [
  { why: "a NUL", text: "before\0after" },
  { why: "half a surrogate pair", text: "high \uD800 low \uDFFF" },
  { why: "the name of a prototype", text: "__proto__" },
  { why: "quotes and a statement", text: `'); drop table feedback; --" \\` },
  { why: "characters outside the first plane", text: "👩‍👩‍👧 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \u202E" },
  { why: "a pattern's wildcards", text: "%_[]*?" },
  { why: "a million characters", text: "x€".repeat(500_000) },
];
