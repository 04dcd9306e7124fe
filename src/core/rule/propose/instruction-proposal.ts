import type { Feedback } from "../../feedback/feedback.ts";
import { instructionOf } from "../../feedback/instruction-of.ts";
import { byCodeUnits } from "../../text/by-code-units.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { DEFAULT_INSERTION_POINT, type RuleText } from "../rule.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { standingNote } from "../standing-note.ts";
import { frameProposal } from "./frame-proposal.ts";

/** A proposal in the words of one person who gave a standing instruction. */
export interface InstructionProposal {
  readonly rule: RuleText;
  readonly evidence: readonly string[];
  readonly confidence: number;
  /** For the rule's history. */
  readonly note: string;
}

/** Somebody said in so many words that it is to last; whether all want it is for the approvers to say. */
const CONFIDENCE = 0.7;

/** The first standing instruction among some feedback as a rule, or nothing. The order makes no difference. */
export function instructionProposal(feedback: readonly Feedback[]): InstructionProposal | undefined {
  for (const record of feedback.toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id))) {
    const text = sanitiseRuleText(instructionOf(record)?.text ?? "");
    if (text === "" || checkRuleText(text).some(({ level }) => level === "danger")) continue;
    const frame = frameProposal(feedback);
    if (frame === undefined) return undefined;
    return {
      rule: {
        type: /^(?:Never|Always)\b/.test(text) ? "constraint" : "guideline",
        text,
        reason: `A person gave it as a standing instruction. ${frame.why}`,
        insertion_point: DEFAULT_INSERTION_POINT,
        scope: frame.scope,
      },
      evidence: frame.evidence,
      confidence: CONFIDENCE,
      note: standingNote(record.author.id),
    };
  }
  return undefined;
}
