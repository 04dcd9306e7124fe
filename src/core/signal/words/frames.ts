import type { Act } from "./act.ts";
import type { SpelledSentence } from "../../english/spelled-sentences.ts";
import type { EarlierMessage } from "../signal.ts";

/** Other people or existing code: a fault of theirs is the task, not a rejection. */
const OTHERS =
  /(?<![^ ])(?:customers?|clients?|users?|people|players|qa|reporter|reporters|colleagues?|coworkers?|boss|manager|professor|teacher|supervisor|friend|reviewer|support|contractor|agency|vendor|upstream|legacy|existing|old (?:code|path|site|system|version|app|script|agency|one)|inherited|bug report|ticket|tickets|issue (?:#|\d|CODE|says)|incident|sentry|production|prod|known|years? (?:old|ago)|months? ago|our|someone|somebody|team|predecessor|my (?:code|script|app|function|query|program|project|site|homework|assignment|class|essay|csv|repo|server|driver|old))(?![^ ])/;
/** Refers to what the agent has just done. */
const TO_READER =
  /(?<![^ ])(?:still|again|anymore|no longer|your|you (?:just|did|have|broke|removed|deleted|changed|added|said|told|gave|put|forgot|left|made|wrote)|since (?:you|your|the last|this)|after (?:your|this|the last)|now)(?![^ ])/;
const ASKS =
  /(?<![^ ])(?:please|can you|could you|would you|find (?:out|the|it)|look (?:at|into|for)|investigate|fix (?:it|this|that|them)|help me|debug|ideas|propose|suggest|figure out|list them|give me|write|check|review|implement|your job|track down|we (?:need|want|should)|i (?:want|need|would like))(?![^ ])/;

/** Whether a fault is about something other than the agent's work, to say what should be done. */
export function isAboutOthers(act: Act, sentences: readonly SpelledSentence[]): boolean {
  if ((sentences.length < 2 && act.kind === "error") || (act.kind === "rejection" && act.weight !== "proof"))
    return false;
  const { text } = sentences[act.sentence]!;
  if (TO_READER.test(text)) return false;
  const before = act.sentence > 0 ? sentences[act.sentence - 1]!.text : "";
  const isOthers = OTHERS.test(text) || (OTHERS.test(before) && !TO_READER.test(before));
  return isOthers && sentences.some((each) => ASKS.test(each.text) || each.isQuestion);
}

/** A first line that names new work: "Enemies:", "Next: the footer", "Now the sounds". */
const TOPIC =
  /^(?:(?:okay|right|good|great|cool|perfect|thanks|alright) ?,? )?(?:next(?: up| task| thing| step)?(?= |$)|now the [^ ,]+(?: [^ ,]+)?$|(?:three|two|four|a few|some|several) (?:things|tasks|items) (?:for|to)|problem statement|task|goal|feature|spec|todo|new (?:task|feature|query|behaviou?r)|moving on|for the (?:[^ ,]+ ){1,3}:|[^ ,]+(?: [^ ,]+){0,2} :(?= )(?!.*(?<![^ ])(?:still|not|wrong|again|error)(?![^ ])))/;

/** Whether the message introduces new work and reacts to nothing. */
export function namesNewWork(sentences: readonly SpelledSentence[]): boolean {
  const [first] = sentences;
  return first !== undefined && TOPIC.test(first.text) && !TO_READER.test(first.text);
}

/** What came before a message: an answer of the agent, or nothing. */
export type Before = "answer" | "nothing";

const ABOUT_WORK: ReadonlySet<Act["kind"]> = new Set<Act["kind"]>(["complaint", "tweak"]);
const ASKS_TO_MEND =
  /(?<![^ ])(?:(?:can|could|would|will) you(?: please)?|please|pls) (?:[^ ,]+ )?(?:fix|repair|mend|solve|resolve|correct|investigate|debug|look (?:at|into)|check (?:why|what)|find (?:out|the (?:cause|reason|bug))|take a look|help)(?![^ ])/;
const REFERS_BACK = /^(?:(?:but|and|so|no|hm+|okay|well) (?:, )?)*(?:it|this|that|they|these|those)(?= )/;
/** Compares with an earlier request. */
const MISSES_WISH = /(?<![^ ])(?:instead of|rather than|as (?:asked|requested|discussed|agreed))(?![^ ])/;

/**
 * Whether a fault or change is the message's task: always if the agent has not answered before; if that is unknown, when
 * the message names a thing, asks to fix it and does not refer to the agent's work.
 */
export function isReport(
  act: Act,
  sentences: readonly SpelledSentence[],
  before: Before | undefined,
): boolean {
  if (before === "answer" || !ABOUT_WORK.has(act.kind)) return false;
  const { text } = sentences[act.sentence]!;
  if (sentences.some((each) => TO_READER.test(each.text))) return false;
  if (before === "nothing") return true;
  return (
    act.kind === "complaint" &&
    !REFERS_BACK.test(text) &&
    !MISSES_WISH.test(text) &&
    sentences.some((each) => ASKS_TO_MEND.test(each.text))
  );
}

/** A longer answer is more than a greeting or a question. */
const LONGEST_QUESTION = 300;
const GREETS =
  /^(?:hi|hello|hey|welcome|good (?:morning|afternoon|evening))\b|\bhow (?:can|may) i (?:help|assist)\b/i;
const DID =
  /\b(?:i|i've|i have|we) (?:\w{1,20}ly )?(?:\w{2,20}ed|made|wrote|built|set|put|ran|did|found)\b|\b(?:done|here (?:is|are)|fixed)\b/i;

/** Whether the agent has answered with work that a message can be about, not just a greeting or a question. */
export function whatCameBefore(history: readonly EarlierMessage[]): Before {
  return history.some(({ role, text }) => role === "assistant" && isAnswer(text)) ? "answer" : "nothing";
}

function isAnswer(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "") return false;
  if (trimmed.length > LONGEST_QUESTION) return true;
  return DID.test(trimmed) || !(GREETS.test(trimmed) || trimmed.endsWith("?"));
}
