import { api } from "../api/api.ts";
import type { Operations } from "../api/contract.ts";

export type DecisionBody = Operations["decideSubmission"]["body"];

/** So much a browser lets out of a page that is being left, of all requests together. */
const MAX_LEAVING = 60_000;

/** Whether all of them still arrive though the page is left meanwhile. */
export const canLeave = (bodies: readonly DecisionBody[]): boolean =>
  new Blob(bodies.map((body) => JSON.stringify(body))).size <= MAX_LEAVING;

/** Tells the server a decision; the same again changes nothing. */
export async function sendDecision(id: string, body: DecisionBody, keepalive: boolean): Promise<void> {
  await api("decideSubmission", { params: { submission_id: id }, body, keepalive });
}
