import { defined } from "../core/defined.ts";
import { fromSignal, fromInstruction } from "../core/feedback/from-signal.ts";
import type { FeedbackAuthor } from "../core/feedback/feedback.ts";
import type { FeedbackContext } from "../core/feedback/feedback-reading.ts";
import { hash64 } from "../core/hash.ts";
import { correctedFile, namesFailure } from "../core/reminder/correction-words.ts";
import type { EarlierMessage, Signal } from "../core/signal/signal.ts";
import { refinedGoalGuidance } from "./failure-guidance.ts";
import { headAndTail } from "./head-and-tail.ts";
import type { HookContext } from "./hook-context.ts";
import type { HookEvent } from "./hook-event.ts";
import { tryRecordRefusals } from "./record-refusals.ts";
import type { HookAnswer } from "./render-answer.ts";
import { readMemory } from "./session-memory.ts";
import { changeUnfixed } from "./unfixed.ts";
import { updateMemory } from "./update-memory.ts";

/** A prompt without any of these words has no standing instruction, so the parser need not be loaded. */
const INSTRUCTION_HINT =
  /\b(?:always|never|from now on|from here on|going forward|moving forward|henceforth|in (?:the )?future|remember|keep in mind|rule|again|in (?:this|our) (?:repo|repository|project|codebase|monorepo))\b/i;

/** Longer prompts are mostly pasted text. */
const MAX_PROMPT = 32_000;
/** Records what a person says of the work, and answers with what they want instead. */
export async function answerPrompt(
  event: HookEvent & { kind: "prompt" },
  hook: HookContext,
): Promise<HookAnswer> {
  const { prompt, session, transcript, runsOn } = event;
  const { agent, eventId, now, record, person, paths } = hook;
  await tryRecordRefusals(event, hook);
  // A slash command is for the agent's program and says nothing about its work.
  if (prompt.trim() === "" || /^\s{0,9}\/[a-z]/.test(prompt)) return {};
  const before = readMemory(paths.memory, session);
  const { touched } = before;
  const key = hash64(prompt);
  const at = now().getTime();
  // A message typed while the agent works may be handed over twice.
  if (before.prompt.key === key && at - before.prompt.at < TWICE_MS) return {};
  const { maskSecrets } = await import("../core/rule-text/secrets.ts");
  const text = maskSecrets(headAndTail(prompt, MAX_PROMPT / 2));
  const task = await topicsIn(text);
  updateMemory(hook, session, (memory) => ({
    ...memory,
    turnOver: true,
    task,
    working: true,
    prompt: { key, at },
  }));
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  const history = transcript === undefined ? undefined : await messagesBefore(transcript);
  const signal =
    detectSignal(text, { kind: "user_message", ...defined({ history }) }) ??
    // Who stops the agent, or speaks while it works, corrects it with fewer words.
    (before.working && stepsIn(text) ? STEPPED_IN : null);
  const path = correctedFile(text, touched);
  const about = {
    now: now().toISOString(),
    agent,
    ...(session === "" ? {} : { run: session }),
    author: { id: person(), trust: "person" },
    eventId,
    ...defined({ path }),
    ...runsOn,
  } as const;
  // A pasted error may be the task rather than a verdict on the work.
  if (signal === null || (signal.type !== "user_rejection" && signal.type !== "partial_success")) {
    await recordInstruction(text, about, hook);
    return {};
  }
  const { feedback } = fromSignal(signal, about, text);
  feedback.forEach(record);
  for (const reported of feedback.filter(namesFailure).map(({ event_id }) => event_id)) {
    const report = { session, event: reported, at: now().getTime() };
    changeUnfixed(hook, ({ commands, words }) => ({ commands, words: [...words, report] }));
  }
  const context = refinedGoalGuidance({ signal, text });
  return defined({ context });
}

const TWICE_MS = 120_000;
const STEPPED_IN: Signal = { type: "user_rejection", confidence: 0.9, evidence: [], facts: {} };
const MAX_STEP_IN = 400;

/** Whether somebody who interrupts the agent's work wants something else. Questions, "go on" and next tasks do not say so. */
const stepsIn = (text: string): boolean =>
  text.length <= MAX_STEP_IN &&
  !/\?\s*$/.test(text) &&
  !/^\s*(?:now|next|then|also|and|after (?:that|this)|when (?:that|this|you))\b/i.test(text) &&
  /\b(?:instead|rather than|do ?n[o']t|no|nope|wait|stop|wrong|should ?n[o']t|already|wo ?n'?t|is ?n'?t|are ?n'?t|still|revert|undo|never)\b/i.test(
    text.replaceAll("’", "'"),
  );

async function messagesBefore(transcript: string): Promise<readonly EarlierMessage[] | undefined> {
  const { readTranscript } = await import("./read-transcript.ts");
  return readTranscript(transcript);
}

const MAX_TOPICS = 40;

/** The names of things in a prompt. The prompt itself is private and not stored. */
async function topicsIn(prompt: string): Promise<string> {
  const { topicsOf } = await import("../core/reminder/correction-words.ts");
  return [...topicsOf(prompt)].slice(0, MAX_TOPICS).join(" ");
}

/** Records only the sentence with the standing instruction, because the rest of the prompt is the task. */
async function recordInstruction(
  text: string,
  about: FeedbackContext & { readonly author: FeedbackAuthor },
  { record }: Pick<HookContext, "record">,
): Promise<void> {
  if (!INSTRUCTION_HINT.test(text)) return;
  const { findInstruction } = await import("../core/signal/words/instruction.ts");
  const found = findInstruction(text);
  if (found === undefined) return;
  record(fromInstruction(text.slice(found.start, found.end), about));
}
