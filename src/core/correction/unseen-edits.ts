import type { AgentsByLogin } from "../feedback/github-agent.ts";
import { type Conversation, MAX_EDIT, MAX_TARGET } from "../transcript/transcript.ts";
import { agentOfCommit } from "./commit-person.ts";
import type { PastCommit } from "./past-commit.ts";
import { conversationActs, pathIn, type PlacedAct, type WrittenEdit } from "./written-edits.ts";

const HOUR = 3_600_000;
/** Commits have whole seconds, and clocks differ a little. */
const CLOCK_MS = 5_000;
/** Commands that write files, or bring back old ones. */
const WRITING =
  /\b(?:sed|perl)\s[^|;&\n]{0,60}-\w{0,9}i|(?<![-=0-9&])>{1,2}\s{0,9}[\w./$"'~-]|\b(?:tee|patch|mv|cp|rm|dd|truncate)\s|\bgit\s+(?:checkout|restore|reset|stash|apply|revert|merge|rebase|cherry-pick|pull|am)\b|\bopen\([^)\n]{1,200},\s{0,9}["']w|write_text|writeFile|--(?:fix|write)\b|\b(?:prettier|black|ruff|gofmt|rustfmt|eslint|codemod|jscodeshift|npx|comby|ast-grep)\s|\b(?:python3?|node|ruby|perl|bun|deno)\s[^\n]{0,40}(?:-c\b|-e\b|<<)/;
const COMMITTING = /\bgit\b[^\n]{0,200}\bcommit\b/;
/** Its acts are in a transcript of their own, which is not read. */
const DELEGATES = /^(?:task|agent|dispatch_agent|spawn_agent|delegate|subtask)$/i;

/** What else the agents did that may have changed files without an edit in the transcript. */
export interface OtherWork {
  /** When the agents committed. */
  readonly commits: readonly PlacedAct[];
  readonly commands: ReadonlyMap<Conversation, readonly { readonly at: number; readonly text: string }[]>;
  readonly unseen: readonly UnseenWork[];
}

/** Edits that are not kept, or that are in the transcript of another agent. */
interface UnseenWork {
  readonly conversation: Conversation;
  /** The turn that follows. */
  readonly turn: number;
  readonly from: number;
  readonly to: number;
  /** Absent if any file may have been edited. */
  readonly path?: string;
}

export function otherWork(conversations: readonly Conversation[], roots: readonly string[]): OtherWork {
  const placed = conversations.map((conversation) => ({
    conversation,
    acts: conversationActs(conversation),
  }));
  const unseen = placed.flatMap(({ conversation, acts }): readonly UnseenWork[] => {
    const { turns, folder, cutEdits = [] } = conversation;
    const delegated = acts.filter(({ act }) => act.kind === "call" && DELEGATES.test(act.tool));
    const cut = cutEdits.map(({ path, turn }) => ({
      turn,
      from: timeBefore(turns, turn),
      to: Date.parse(turns[turn]?.time ?? "") || Number.POSITIVE_INFINITY,
      path: pathIn(path, folder, roots) ?? path,
    }));
    return [...delegated.map(({ turn, from, to }) => ({ turn, from, to })), ...cut].map((one) => ({
      ...one,
      conversation,
    }));
  });
  const commands = placed.map(({ conversation, acts }) => {
    const writing = acts.flatMap(({ act, at }) =>
      act.kind === "call" && act.edit === undefined && WRITING.test(act.target ?? "")
        ? [{ at, text: act.target! }]
        : [],
    );
    return [conversation, writing] as const;
  });
  const commits = placed
    .flatMap(({ acts }) => acts)
    .filter(({ act }) => act.kind === "call" && COMMITTING.test(act.target ?? ""));
  return { commits, commands: new Map(commands), unseen };
}

/** The agent may have changed the file again before the commit, in a way that the transcripts do not show. */
export function isUnsure(
  { conversation, edit, at, turn, from }: WrittenEdit,
  { commits, commands, unseen }: OtherWork,
  {
    path,
    commit,
    agents,
  }: { readonly path: string; readonly commit: PastCommit; readonly agents: AgentsByLogin | undefined },
): boolean {
  const committed = Date.parse(commit.time);
  // Between its edits and its own commit, hooks and formatters change lines, and hardly ever a person.
  if (agentOfCommit(commit, agents) !== undefined) return true;
  if (commits.some((one) => isWithin(committed, one))) return true;
  if (edit.after.length >= MAX_EDIT || (edit.before?.length ?? 0) >= MAX_EDIT) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const writing = commands.get(conversation) ?? [];
  // A command that was cut may name the file further on.
  const mayWrite = (text: string): boolean =>
    text.includes(name) || text.length >= MAX_TARGET || /\bgit\s/.test(text);
  if (writing.some((one) => one.at > at && mayWrite(one.text))) return true;
  return unseen.some((one) => {
    if (one.path !== undefined && one.path !== path) return false;
    if (one.from > committed) return false;
    // The first acts of a turn are cut, so that those that are kept come later.
    if (one.conversation === conversation)
      return one.turn > turn || (one.path === undefined && one.turn === turn);
    return one.path !== undefined && one.to >= from;
  });
}

/** A person who does not speak again within an hour may have committed later. */
const isWithin = (time: number, { from, to }: PlacedAct): boolean =>
  time >= from - CLOCK_MS && time <= Math.min(to, from + HOUR) + CLOCK_MS;

/** When the person last spoke before a turn. */
const timeBefore = (turns: Conversation["turns"], turn: number): number =>
  Date.parse(turns.slice(0, turn).findLast(({ time }) => time !== undefined)?.time ?? "") || 0;
