import type { NewMember } from "../../src/ports/cluster-store.ts";
import { timeAt } from "./make-feedback.ts";

/** Feedback number `n` as a member of a cluster. */
export const makeMember = (n: number, fields: Partial<NewMember> = {}): NewMember => ({
  feedback_id: `fb-${n}`,
  cluster_id: "cl-1",
  score: 0.875,
  reasons: [{ sign: "meaning", says: "same", text: `it says the same as number ${n}` }],
  time: timeAt(n),
  author: ["ana", "ben", "cleo"][n % 3]!,
  trust: "person",
  agent: ["rio", "kai"][n % 2]!,
  ...fields,
});
