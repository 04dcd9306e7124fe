import { kindOfRemark, type RemarkKind } from "../english/kind-of-remark.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { isEvidence } from "../feedback/is-evidence.ts";
import { isCorrection } from "../feedback/kind-of-feedback.ts";
import { findTakeovers, foldText } from "../rule/find-takeovers.ts";
import { maskSecrets } from "../rule/secrets.ts";
import { sanitiseRuleText } from "../rule/sanitise-rule-text.ts";
import { MAX_REMINDER_WORDS } from "./reminder.ts";
import { saysSomething } from "./work-topics.ts";

/** Who refuses work with such words says with the refusal alone what they want. */
const NOTHING_WANTED: ReadonlySet<RemarkKind> = new Set(["praise", "agreement", "acknowledgement", "status"]);
/** What is read of a remark. */
const MAX_READ = 4_000;

/** The words of a trusted person about an agent's work, as they said them; nothing for an outsider's or a tool's. */
export function saidWords(record: Feedback): string | undefined {
  if (record.author.trust !== "person" || !isEvidence(record)) return undefined;
  return (record.comment ?? record.fix ?? record.wrong)?.slice(0, MAX_READ);
}

/**
 * The words of a trusted person's correction as a prompt may hold them. Nothing for everything else: an outsider's or a
 * tool's words, praise, thanks, a status, a bare "no", and words that try to turn an agent.
 */
export function correctionWords(record: Feedback): string | undefined {
  const text = saidWords(record);
  if (text === undefined || !saysSomething(text)) return undefined;
  if (!isCorrection(record) || NOTHING_WANTED.has(kindOfRemark(text).kind)) return undefined;
  if (findTakeovers(foldText(text).text).length > 0) return undefined;
  const words = sanitiseRuleText(maskSecrets(text), MAX_REMINDER_WORDS);
  return words === "" ? undefined : words;
}
