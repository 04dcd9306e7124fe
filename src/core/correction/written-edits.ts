import { projectPath } from "../change/project-path.ts";
import { defined } from "../defined.ts";
import type { AgentAct, AgentEdit, Conversation } from "../transcript/transcript.ts";
import { leftOutPath } from "./commit-path.ts";

const MAX_EDITS_PER_FILE = 400;

/** An edit of an agent, and when it was made. */
export interface WrittenEdit {
  readonly conversation: Conversation;
  readonly edit: AgentEdit;
  /** Its place among all acts of the conversation. */
  readonly at: number;
  /** The turn that follows it. */
  readonly turn: number;
  /** Not before this time. The transcript says only when the person spoke. */
  readonly from: number;
  /** Not after this time, if the person spoke again. */
  readonly to: number;
  readonly lines: readonly string[];
}

export function editsByPath(
  conversations: readonly Conversation[],
  roots: readonly string[],
): ReadonlyMap<string, readonly WrittenEdit[]> {
  const edits = new Map<string, WrittenEdit[]>();
  for (const conversation of conversations) {
    for (const { act, at, turn, from, to } of conversationActs(conversation)) {
      if (act.kind !== "call" || act.result !== "done" || act.edit === undefined) continue;
      const path = pathIn(act.edit.path, conversation.folder, roots);
      if (path === undefined || leftOutPath(path) !== undefined) continue;
      const own = edits.get(path) ?? [];
      edits.set(path, own);
      const lines = act.edit.after.split("\n").map((line) => line.replace(/\r$/, ""));
      own.push({ conversation, edit: act.edit, at, turn, from, to, lines });
    }
  }
  for (const [path, own] of edits) {
    edits.set(path, own.toSorted((a, b) => a.from - b.from || a.at - b.at).slice(-MAX_EDITS_PER_FILE));
  }
  return edits;
}

export interface PlacedAct {
  readonly act: AgentAct;
  readonly at: number;
  /** The turn that follows it. */
  readonly turn: number;
  readonly from: number;
  readonly to: number;
}

/** All acts with the times between which they happened. Those before the first known time are left out. */
export function conversationActs({ turns, lastActs }: Conversation): readonly PlacedAct[] {
  const placed: PlacedAct[] = [];
  let from = Number.NaN;
  let at = 0;
  const add = (acts: readonly AgentAct[], turn: number, to: number): void => {
    for (const act of acts) {
      if (!Number.isNaN(from)) placed.push({ act, at, turn, from, to });
      at += 1;
    }
  };
  for (const [turn, { acts, time }] of turns.entries()) {
    const to = Date.parse(time ?? "");
    add(acts, turn, Number.isNaN(to) ? Number.POSITIVE_INFINITY : to);
    if (!Number.isNaN(to)) from = to;
  }
  add(lastActs, turns.length, Number.POSITIVE_INFINITY);
  return placed;
}

/** A path from the repository's root on. Undefined if it leads out of it. */
export function pathIn(
  path: string,
  folder: string | undefined,
  roots: readonly string[],
): string | undefined {
  for (const root of [...roots, ...(folder === undefined ? [] : [folder])]) {
    const found = projectPath(path, defined({ root, folder }));
    if (found !== undefined) return found;
  }
  return undefined;
}
