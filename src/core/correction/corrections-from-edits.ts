import { changedRanges } from "../diff/unified-diff.ts";
import { defined } from "../defined.ts";
import { projectPath } from "../change/project-path.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { type AgentAct, type AgentEdit, type Conversation, MAX_EDIT } from "../transcript/transcript.ts";
import { isDistinctive, isFormatting, lineKey, wordOverlap } from "./commit-lines.ts";
import { commitIntent, commitRemark } from "./commit-message.ts";
import { leftOutPath } from "./commit-path.ts";
import { agentOfCommit } from "./commit-person.ts";
import type { AgentsByLogin } from "../feedback/github-agent.ts";
import { MAX_KEPT_EDIT, type PastCorrection } from "./past-correction.ts";
import type { CommitHunk, PastCommit } from "./past-commit.ts";

export interface EditCorrectionOptions {
  /** What is grouped together: a repository. */
  readonly project: string;
  /** The repository's folder and those of its worktrees. A conversation's own folder is tried too. */
  readonly roots: readonly string[];
  /** Agents by login, name or `co-author:<address>`, as configured. */
  readonly agents?: AgentsByLogin;
}

/** A person edits and commits soon. Later, the lines have changed for other reasons. */
const COMMITTED_WITHIN = 3 * 86_400_000;
/** More of what the agent wrote is replaced as a whole. */
const MAX_LINES = 30;
const MAX_PER_FILE = 3;
/** This much of an edit must be in the commit for the rest to be a person's changes. */
const MIN_COMMITTED = 0.5;
const MIN_OVERLAP = 0.3;
const MAX_EDITS_PER_FILE = 400;
/** Commands that write files, or bring back old ones. */
const WRITING =
  /\b(?:sed|perl)\s[^|;&\n]{0,60}-\w{0,9}i|(?<![-=0-9&])>{1,2}\s{0,9}[\w./$"'~-]|\b(?:tee|patch|mv|cp|rm|dd|truncate)\s|\bgit\s+(?:checkout|restore|reset|stash|apply|revert|merge|rebase|cherry-pick|pull|am)\b|\bopen\([^)\n]{1,200},\s{0,9}["']w|write_text|writeFile|--(?:fix|write)\b|\b(?:prettier|black|ruff|gofmt|rustfmt|eslint|codemod|jscodeshift|npx|comby|ast-grep)\s/;
/** Its acts are in a transcript of their own, which is not read. */
const DELEGATES = /^(?:task|agent|dispatch_agent|spawn_agent|delegate|subtask)$/i;

interface WrittenEdit {
  readonly conversation: Conversation;
  readonly edit: AgentEdit;
  /** Its place among all acts of the conversation. */
  readonly at: number;
  /** Not before this time. The transcript says only when the person spoke. */
  readonly from: number;
  /** Not after this time, if the person spoke again. */
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * What people changed of an agent's edits before they committed them: the lines as the agent wrote them last, and as
 * they were committed soon after. What the agent may have changed itself is left out, and so is what was only formatted.
 * Commits are newest first, as `CommitHistory` returns them.
 */
export function correctionsFromEdits(
  conversations: readonly Conversation[],
  commits: readonly PastCommit[],
  options: EditCorrectionOptions,
): readonly PastCorrection[] {
  const edits = editsByPath(conversations, options.roots);
  const works = new Map(conversations.map((conversation) => [conversation, otherWork(conversation)]));
  const touching = commitsByPath(commits, edits);
  const found = new Map<string, PastCorrection>();
  for (const [path, own] of edits) {
    const known = new AgentLines(own);
    for (const written of own) {
      if (isUnsure(written, works.get(written.conversation)!, path)) continue;
      const commit = firstCommit(written, touching.get(path) ?? []);
      if (commit === undefined) continue;
      for (const one of changesOf(written, path, { commit, known })) {
        const correction = toCorrection(one, { written, commit, path, options });
        found.set(correction.id, found.get(correction.id) ?? correction);
      }
    }
  }
  return [...found.values()].toSorted(
    (a, b) => (b.time ?? "").localeCompare(a.time ?? "") || (a.id < b.id ? -1 : 1),
  );
}

function editsByPath(
  conversations: readonly Conversation[],
  roots: readonly string[],
): ReadonlyMap<string, readonly WrittenEdit[]> {
  const edits = new Map<string, WrittenEdit[]>();
  for (const conversation of conversations) {
    for (const { act, at, from, to } of actsOf(conversation)) {
      if (act.kind !== "call" || act.result !== "done" || act.edit === undefined) continue;
      const path = pathIn(act.edit.path, conversation.folder, roots);
      if (path === undefined || leftOutPath(path) !== undefined) continue;
      const own = edits.get(path) ?? [];
      edits.set(path, own);
      const lines = act.edit.after.split("\n").map((line) => line.replace(/\r$/, ""));
      own.push({ conversation, edit: act.edit, at, from, to, lines });
    }
  }
  for (const [path, own] of edits) {
    edits.set(path, own.toSorted((a, b) => a.from - b.from || a.at - b.at).slice(-MAX_EDITS_PER_FILE));
  }
  return edits;
}

interface PlacedAct {
  readonly act: AgentAct;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** All acts with the times between which they happened. Those before the first known time are left out. */
function actsOf({ turns, lastActs }: Conversation): readonly PlacedAct[] {
  const placed: PlacedAct[] = [];
  let from = Number.NaN;
  let at = 0;
  const add = (acts: readonly AgentAct[], to: number): void => {
    for (const act of acts) {
      if (!Number.isNaN(from)) placed.push({ act, at, from, to });
      at += 1;
    }
  };
  for (const { acts, time } of turns) {
    const to = Date.parse(time ?? "");
    add(acts, Number.isNaN(to) ? Number.POSITIVE_INFINITY : to);
    if (!Number.isNaN(to)) from = to;
  }
  add(lastActs, Number.POSITIVE_INFINITY);
  return placed;
}

/** A path from the repository's root on. Undefined if it leads out of it. */
function pathIn(path: string, folder: string | undefined, roots: readonly string[]): string | undefined {
  for (const root of [...roots, ...(folder === undefined ? [] : [folder])]) {
    const found = projectPath(path, defined({ root, folder }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What else the agent did that may have changed files: commands, and work that it delegated. */
interface OtherWork {
  readonly commands: readonly { readonly at: number; readonly text: string }[];
  readonly lastDelegated: number;
}

function otherWork(conversation: Conversation): OtherWork {
  const acts = actsOf(conversation).flatMap(({ act, at }) => (act.kind === "call" ? [{ act, at }] : []));
  const commands = acts
    .filter(({ act }) => act.edit === undefined && WRITING.test(act.target ?? ""))
    .map(({ act, at }) => ({ at, text: act.target! }));
  return { commands, lastDelegated: acts.findLast(({ act }) => DELEGATES.test(act.tool))?.at ?? -1 };
}

/** The agent may have changed the file again in a way that the transcript does not show. */
function isUnsure({ edit, at }: WrittenEdit, { commands, lastDelegated }: OtherWork, path: string): boolean {
  if (edit.after.length >= MAX_EDIT || (edit.before?.length ?? 0) >= MAX_EDIT || lastDelegated > at)
    return true;
  const name = path.split("/").at(-1)!;
  return commands.some(
    (command) => command.at > at && (command.text.includes(name) || /\bgit\s/.test(command.text)),
  );
}

/** Commits that touch a path that an agent edited, oldest first. */
function commitsByPath(
  commits: readonly PastCommit[],
  edits: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly PastCommit[]> {
  const touching = new Map<string, PastCommit[]>();
  for (const commit of commits) {
    if (commit.parents.length > 1 || commitIntent(commit) === "mechanical") continue;
    for (const { path, hunks } of commit.files) {
      if (hunks.length === 0 || !edits.has(path)) continue;
      const own = touching.get(path);
      if (own === undefined) touching.set(path, [commit]);
      else own.push(commit);
    }
  }
  for (const [path, own] of touching) {
    touching.set(
      path,
      own.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)),
    );
  }
  return touching;
}

/** An edit that a person's words followed was committed before or after them; the lines tell. */
const firstCommit = ({ from }: WrittenEdit, commits: readonly PastCommit[]): PastCommit | undefined => {
  const first = commits.find(({ time }) => Date.parse(time) >= from);
  return first !== undefined && Date.parse(first.time) - from <= COMMITTED_WITHIN ? first : undefined;
};

/** The lines that the agent wrote into a file, and those that it took out. */
class AgentLines {
  readonly #written = new Map<string, WrittenEdit[]>();
  readonly #removed = new Map<string, WrittenEdit[]>();

  constructor(edits: readonly WrittenEdit[]) {
    for (const written of edits) {
      const fresh = new Set(written.lines.map(lineKey));
      for (const key of fresh) push(this.#written, key, written);
      for (const key of new Set((written.edit.before ?? "").split("\n").map(lineKey))) {
        if (!fresh.has(key)) push(this.#removed, key, written);
      }
    }
  }

  /** The agent wrote the line in another edit. */
  isOwn = (line: string, but: WrittenEdit): boolean =>
    this.#written.get(lineKey(line))?.some((one) => one !== but) ?? false;

  /** The agent took the line out later, or at a time that is not known. */
  isRemoved = (line: string, since: WrittenEdit): boolean =>
    this.#removed.get(lineKey(line))?.some((one) => isAfter(one, since)) ?? false;

  /** The agent wrote the whole file again later. */
  isReplaced(since: WrittenEdit): boolean {
    return [...this.#written.values()].some((edits) =>
      edits.some((one) => one.edit.before === undefined && isAfter(one, since)),
    );
  }
}

const isAfter = (one: WrittenEdit, since: WrittenEdit): boolean =>
  one !== since && (one.conversation === since.conversation ? one.at > since.at : one.to >= since.from);

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const own = map.get(key);
  if (own === undefined) map.set(key, [value]);
  else own.push(value);
}

interface PersonsChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly line: number;
}

/** Where committed lines differ from the agent's, hunk by hunk, between lines that are the same. */
function changesOf(
  written: WrittenEdit,
  path: string,
  { commit, known }: { readonly commit: PastCommit; readonly known: AgentLines },
): readonly PersonsChange[] {
  const hunks = commit.files.find((file) => file.path === path)?.hunks ?? [];
  const old = new Set((written.edit.before ?? "").split("\n").map(lineKey));
  const fresh = written.lines.map(lineKey).filter((key) => isDistinctive(key) && !old.has(key));
  const committed = new Set(hunks.flatMap(({ added }) => added.map(lineKey)));
  const kept = fresh.filter((key) => committed.has(key)).length;
  if (fresh.length === 0 || kept < fresh.length * MIN_COMMITTED || kept === fresh.length) return [];
  if (known.isReplaced(written)) return [];
  const found = hunks.flatMap((hunk) => changesIn(written, hunk, { committed, known }));
  return found.length > MAX_PER_FILE ? [] : found;
}

function changesIn(
  written: WrittenEdit,
  { added, newStart }: CommitHunk,
  { committed, known }: { readonly committed: ReadonlySet<string>; readonly known: AgentLines },
): readonly PersonsChange[] {
  const [own, fresh] = [written.lines.map(lineKey), added.map(lineKey)];
  if (!fresh.some((key) => isDistinctive(key) && own.includes(key))) return [];
  return changedRanges(own, fresh).flatMap(({ from, to, start, end }): readonly PersonsChange[] => {
    // Lines that are the same on both sides show that it is the same place.
    const isBetween = from > 0 && start > 0 && to < own.length && end < fresh.length;
    if (!isBetween || from === to || to - from > MAX_LINES || end - start > MAX_LINES) return [];
    const [before, after] = [written.lines.slice(from, to), added.slice(start, end)];
    const isGone = before.every((line) => !isDistinctive(lineKey(line)) || !committed.has(lineKey(line)));
    if (!isGone || !before.some((line) => isDistinctive(lineKey(line))) || isFormatting(before, after))
      return [];
    const isByAgent =
      after.some((line) => isDistinctive(lineKey(line)) && known.isOwn(line, written)) ||
      before.some((line) => known.isRemoved(line, written));
    if (isByAgent || (after.length > 0 && wordOverlap(before, after) < MIN_OVERLAP)) return [];
    return [{ before, after, line: newStart + start }];
  });
}

function toCorrection(
  { before, after, line }: PersonsChange,
  {
    written,
    commit,
    path,
    options,
  }: {
    readonly written: WrittenEdit;
    readonly commit: PastCommit;
    readonly path: string;
    readonly options: EditCorrectionOptions;
  },
): PastCorrection {
  const side = (lines: readonly string[]): string | undefined =>
    lines.length === 0 ? undefined : maskPrivate(lines.join("\n").slice(0, MAX_KEPT_EDIT));
  const { format, session } = written.conversation;
  return {
    id: `edit:${format}:${session}:${commit.sha}:${path}:${line}`,
    found: "commit",
    kind: "rewritten",
    // An agent's message is about its own work.
    remark: agentOfCommit(commit, options.agents) === undefined ? commitRemark(commit.message) : "",
    outcome: "landed",
    ...defined({ before: side(before), after: side(after), author: commit.author.name || undefined }),
    agent: format,
    project: options.project,
    session,
    path,
    time: commit.time,
    rework: 0,
    origin: { commit: commit.sha, line },
  };
}
