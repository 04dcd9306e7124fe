import { defined } from "../defined.ts";
import { ERASED_PERSON } from "../feedback/feedback.ts";
import type { PastCorrection } from "./past-correction.ts";

/**
 * What is kept of a correction that is found again: the same object if it adds nothing. A source that knows less takes
 * nothing away, so the order in which sources are read does not matter, and nothing of an erased person comes back.
 */
export function updateCorrection(kept: PastCorrection, found: PastCorrection): PastCorrection {
  if (kept.author === ERASED_PERSON) return kept;
  const outcome = found.outcome === "unknown" ? kept.outcome : found.outcome;
  const remark = found.remark === "" ? kept.remark : found.remark;
  const { before, after } = hasEdit(found) ? found : kept;
  const isSame =
    outcome === kept.outcome && remark === kept.remark && before === kept.before && after === kept.after;
  if (isSame) return kept;
  const { before: _kept, after: _edit, ...facts } = { ...kept, ...found };
  return { ...facts, outcome, remark, ...defined({ before, after }) };
}

export const hasEdit = ({ before, after }: PastCorrection): boolean =>
  before !== undefined || after !== undefined;

/** Removes a person from a correction: their name, their words and the lines they wrote. What happened when stays. */
export function eraseCorrection(correction: PastCorrection): PastCorrection {
  const { before: _before, after: _after, origin, ...rest } = correction;
  return {
    ...rest,
    author: ERASED_PERSON,
    remark: "",
    // A path may contain the person's user name.
    origin: "file" in origin ? { ...origin, file: ERASED_PERSON } : origin,
  };
}
