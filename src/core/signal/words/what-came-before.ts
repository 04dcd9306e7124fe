import type { EarlierMessage } from "../signal.ts";
import type { Before } from "./frames.ts";

/** A longer message does more than greet or ask. */
const LONGEST_QUESTION = 300;
const GREETS =
  /^(?:hi|hello|hey|welcome|good (?:morning|afternoon|evening))\b|\bhow (?:can|may) i (?:help|assist)\b/i;
const DID =
  /\b(?:i|i've|i have|we) (?:\w{1,20}ly )?(?:\w{2,20}ed|made|wrote|built|set|put|ran|did|found)\b|\b(?:done|here (?:is|are)|fixed)\b/i;

/** Whether the agent has answered with work that a message can be about; a greeting and a question back are none. */
export function whatCameBefore(history: readonly EarlierMessage[]): Before {
  return history.some(({ role, text }) => role === "assistant" && isAnswer(text)) ? "answer" : "nothing";
}

function isAnswer(text: string): boolean {
  const said = text.trim();
  if (said === "") return false;
  if (said.length > LONGEST_QUESTION) return true;
  return DID.test(said) || !(GREETS.test(said) || said.endsWith("?"));
}
