import { defined } from "../core/defined.ts";
import { fromSignal } from "../core/feedback/from-signal.ts";
import { cleanFact } from "../core/prompt/quote-fact.ts";
import { correctedFile, namesFailure } from "../core/reminder/correction-words.ts";
import type { EarlierMessage } from "../core/signal/signal.ts";
import { bothEnds } from "./both-ends.ts";
import { refusalGuidance } from "./failure-guidance.ts";
import { hearInstruction } from "./hear-instruction.ts";
import { hearTool } from "./hear-tool.ts";
import type { HookEvent } from "./hook-event.ts";
import type { HookParts } from "./hook-parts.ts";
import { sessionText } from "./known-texts.ts";
import type { HookAnswer } from "./render-answer.ts";
import { remember } from "./remember.ts";
import { forgetOldSessions, readMemory } from "./session-memory.ts";
import { tellFile } from "./tell-file.ts";
import { changeUnfixed } from "./unfixed.ts";

/** Nobody writes more to an agent; what is longer was pasted. */
const MOST_PROMPT = 32_000;
const MOST_NAMED = 5;

/** What is said in answer to an event; what was heard is kept on the way. */
export async function answerEvent(event: HookEvent, parts: HookParts): Promise<HookAnswer> {
  switch (event.kind) {
    case "session_start":
      return tellRules(event, parts);
    case "prompt":
      return hearPrompt(event, parts);
    case "before_edit":
      return tellFile(event, event.path, parts);
    case "after_tool":
      return event.path !== undefined && !event.failed
        ? tellFile(event, event.path, parts)
        : hearTool(event, parts);
    case "stop":
      return event.again ? {} : tellOpen(event, parts);
    case "other":
      return {};
  }
}

async function tellRules(event: HookEvent, parts: HookParts): Promise<HookAnswer> {
  const { place, agent, knowledge, now } = parts;
  forgetOldSessions(place.memory, now().getTime());
  const { session } = event;
  const known = await knowledge();
  const { task } = readMemory(place.memory, session);
  const [rules, reminders] = await Promise.all([
    known.rules({ agent, files: [], ...(session === "" ? {} : { run: session }) }),
    known.reminders({ agent, files: [], about: task }),
  ]);
  const { context, reminded } = sessionText(rules, reminders);
  // A session that begins anew, or was compacted, has forgotten what it was told about files.
  remember(parts, session, (memory) => ({ ...memory, rulesTold: rules.length > 0, files: [], reminded }));
  return { ...defined({ context }), ...tellUntrusted(parts) };
}

/**
 * Said once, where a session begins, and to the person only: an agent that reads it could decide by itself. Where an editor
 * shows people nothing, the log and `emend hook --status` have it.
 */
function tellUntrusted({ untrusted, fault }: HookParts): HookAnswer {
  if (untrusted.length === 0) return {};
  const line = `emend.yaml sets ${untrusted.join(", ")}, which is ignored until you trust it; run \`emend trust\` in a terminal`;
  fault("not_trusted", line);
  return { notice: `Emend: ${line}` };
}

async function hearPrompt(
  { prompt, session, transcript }: HookEvent & { kind: "prompt" },
  parts: HookParts,
): Promise<HookAnswer> {
  const { agent, eventId, now, hear, person, place } = parts;
  // A command to the agent's program says nothing about its work.
  if (prompt.trim() === "" || /^\s{0,9}\/[a-z]/.test(prompt)) return {};
  const { touched } = readMemory(place.memory, session);
  const text = bothEnds(prompt, MOST_PROMPT / 2);
  const task = await workOf(text);
  remember(parts, session, (memory) => ({ ...memory, turnOver: true, task }));
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  const history = transcript === undefined ? undefined : await earlierIn(transcript);
  const signal = detectSignal(text, { kind: "user_message", ...defined({ history }) });
  const path = correctedFile(text, touched);
  const about = {
    now: now().toISOString(),
    agent,
    ...(session === "" ? {} : { run: session }),
    author: { id: person(), trust: "person" },
    eventId,
    ...defined({ path }),
  } as const;
  // An error that somebody pastes may be the task and not a judgement.
  if (signal === null || (signal.type !== "user_rejection" && signal.type !== "partial_success")) {
    await hearInstruction(text, about, parts);
    return {};
  }
  const { feedback } = fromSignal(signal, about, text);
  feedback.forEach(hear);
  for (const event of feedback.filter(namesFailure).map(({ event_id }) => event_id)) {
    const said = { session, event, at: now().getTime() };
    changeUnfixed(parts, ({ commands, words }) => ({ commands, words: [...words, said] }));
  }
  const context = refusalGuidance({ signal, text });
  return defined({ context });
}

async function earlierIn(transcript: string): Promise<readonly EarlierMessage[] | undefined> {
  const { readTranscript } = await import("./read-transcript.ts");
  return readTranscript(transcript);
}

const MOST_TOPICS = 40;

/** What a prompt is about, by the names of things alone: the words themselves are nobody's business later. */
async function workOf(prompt: string): Promise<string> {
  const { topicsOf } = await import("../core/reminder/correction-words.ts");
  const { maskSecrets } = await import("../core/rule-text/secrets.ts");
  return [...topicsOf(maskSecrets(prompt))].slice(0, MOST_TOPICS).join(" ");
}

/** One line for the person who watches: which commands failed last. */
function tellOpen({ session }: HookEvent, { place }: HookParts): HookAnswer {
  const { open } = readMemory(place.memory, session);
  if (open.length === 0) return {};
  const named = open
    .slice(-MOST_NAMED)
    .map(({ command, what }) => `${cleanFact(command)} (${cleanFact(what)})`);
  const more = open.length > named.length ? ` and ${open.length - named.length} more` : "";
  const count = open.length === 1 ? "1 failure is" : `${open.length} failures are`;
  return { notice: `Emend: ${count} unresolved in this session: ${named.join("; ")}${more}` };
}
