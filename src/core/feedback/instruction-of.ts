import { standingInstruction, type StandingInstruction } from "../english/standing-instruction.ts";
import type { Feedback } from "./feedback.ts";
import { isEvidence } from "./is-evidence.ts";

/** The standing instruction that a person of the team gives in a record. Outsiders and programs give none. */
export function instructionOf(record: Feedback): StandingInstruction | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  const said = record.comment ?? record.fix ?? record.wrong;
  return said === undefined ? undefined : standingInstruction(said);
}
