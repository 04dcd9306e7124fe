import { projectPath } from "../core/change/project-path.ts";
import { defined } from "../core/defined.ts";
import { fromSignal } from "../core/feedback/from-signal.ts";
import { maskSecrets } from "../core/rule-text/secrets.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import type { AgentAct, HumanTurn } from "../core/transcript/transcript.ts";
import type { HookContext } from "./hook-context.ts";
import type { HookEvent } from "./hook-event.ts";
import { readTail } from "./hook-files.ts";
import { readMemory } from "./session-memory.ts";
import { updateMemory } from "./update-memory.ts";

/** Enough for the last turns, and read in milliseconds. */
const MAX_TAIL = 256 * 1024;
/** What a transcript with a refusal contains. Without it no reader is loaded. */
const MARK = /doesn't want to (?:proceed with this tool use|take this action)|rejected by user|"denied"/;

/**
 * Records the calls that the person refused since the last event. Agents send no event for a refusal, so it is read from
 * the transcript. The reason counts as the person's words; without one only the refusal is recorded.
 */
async function recordRefusals(event: HookEvent, hook: HookContext): Promise<void> {
  const { session, transcript } = event;
  const tail = transcript === undefined ? undefined : readTail(transcript, MAX_TAIL);
  if (transcript === undefined || tail === undefined || !MARK.test(tail.text)) return;
  const seen = new Set(readMemory(hook.paths.memory, session).refusals);
  const refusals = (await refusalsIn(transcript, tail.text)).filter(({ id }) => !seen.has(boundedId(id)));
  if (refusals.length === 0) return;
  updateMemory(hook, session, (memory) => ({
    ...memory,
    refusals: [...memory.refusals, ...refusals.map(({ id }) => boundedId(id))],
  }));
  for (const { id, text, acts, time } of refusals)
    recordRefusal({ id, words: text, ...defined({ path: refusedFile(acts), time }) }, event, hook);
}

/** What cannot be read is logged, and nothing is made of it. */
export async function tryRecordRefusals(event: HookEvent, hook: HookContext): Promise<void> {
  try {
    await recordRefusals(event, hook);
  } catch (error) {
    hook.reportFault("transcript_failed", error);
  }
}

async function refusalsIn(path: string, text: string): Promise<readonly HumanTurn[]> {
  const { recogniseTranscript } = await import("../core/transcript/all-readers.ts");
  // The first line of a tail may be cut off.
  const lines = text.split("\n").slice(1);
  const reader = recogniseTranscript(lines.slice(0, 20).join("\n"), path)?.open(path);
  if (reader === undefined) return [];
  for (const [at, line] of lines.entries()) if (line !== "") reader.read(line, at + 1);
  return reader
    .finish()
    .conversations.flatMap(({ turns }) => turns)
    .filter(({ source }) => source === "refusal");
}

interface Refusal {
  /** The agent's id of the call or of the person's turn. */
  readonly id: string;
  /** Empty without a reason. */
  readonly words: string;
  readonly path?: string;
  readonly time?: string;
}

export function recordRefusal(refusal: Refusal, event: HookEvent, hook: HookContext): void {
  const { agent, now, person, record, paths } = hook;
  const { path: file } = refusal;
  const path =
    file === undefined ? undefined : projectPath(file, { root: paths.root, folder: event.folders[0] });
  const { feedback } = fromSignal(
    { type: "user_rejection", confidence: 1, evidence: [], facts: {} },
    {
      now: refusal.time ?? now().toISOString(),
      agent,
      ...(event.session === "" ? {} : { run: event.session }),
      author: { id: person(), trust: "person" },
      eventId: `${event.session}/${refusal.id}`,
      ...defined({ path }),
      ...event.runsOn,
    },
    maskSecrets(refusal.words),
  );
  feedback.forEach(record);
}

/** The file of the refused edit, if it was one. */
function refusedFile(acts: readonly AgentAct[]): string | undefined {
  const refused = acts.findLast((act) => act.kind === "call" && act.result === "refused");
  return refused?.kind === "call" ? refused.edit?.path : undefined;
}
