import { changedRanges } from "../diff/unified-diff.ts";
import { defined } from "../defined.ts";
import type { AgentsByLogin } from "../feedback/github-agent.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import type { Conversation } from "../transcript/transcript.ts";
import { AgentLines } from "./agent-lines.ts";
import { isDistinctive, isFormatting, lineKey, wordOverlap } from "./commit-lines.ts";
import { commitIntent, commitRemark } from "./commit-message.ts";
import type { CommitHunk, PastCommit } from "./past-commit.ts";
import { MAX_KEPT_EDIT, type PastCorrection } from "./past-correction.ts";
import { isUnsure, otherWork } from "./unseen-edits.ts";
import { editsByPath, type WrittenEdit } from "./written-edits.ts";

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
const MASKED = /REDACTED|\[(?:secret|trimmed|truncated)\b|\*{6}/;

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
  const work = otherWork(conversations, options.roots);
  const touching = commitsByPath(commits, edits);
  const found = new Map<string, PastCorrection>();
  for (const [path, own] of edits) {
    const known = new AgentLines(own);
    const placed = own.map((written) => ({
      written,
      commit: firstCommit(written, touching.get(path) ?? []),
    }));
    const fresh = new Map<PastCommit | undefined, Set<string>>();
    for (const { written, commit } of placed) {
      const keys = fresh.get(commit) ?? new Set();
      fresh.set(commit, keys);
      for (const key of freshKeys(written)) keys.add(key);
    }
    for (const { written, commit } of placed) {
      if (commit === undefined || isUnsure(written, work, { path, commit, agents: options.agents })) continue;
      for (const one of changesOf(written, path, { commit, known, fresh: fresh.get(commit)! })) {
        const correction = toCorrection(one, { written, commit, path, options });
        found.set(correction.id, found.get(correction.id) ?? correction);
      }
    }
  }
  return [...found.values()].toSorted(
    (a, b) => (b.time ?? "").localeCompare(a.time ?? "") || (a.id < b.id ? -1 : 1),
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

interface PersonsChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly line: number;
}

const keysOf = (text: string): ReadonlySet<string> => new Set(text.split("\n").map(lineKey));

/** The lines that an edit adds, not those that it repeats. */
function freshKeys({ edit, lines }: WrittenEdit): readonly string[] {
  const old = keysOf(edit.before ?? "");
  return lines.map(lineKey).filter((key) => isDistinctive(key) && !old.has(key));
}

/** Where committed lines differ from the agent's, hunk by hunk, between lines that are the same. */
function changesOf(
  written: WrittenEdit,
  path: string,
  {
    commit,
    known,
    fresh: allFresh,
  }: {
    readonly commit: PastCommit;
    readonly known: AgentLines;
    /** The lines that the agent added since the commit before. */
    readonly fresh: ReadonlySet<string>;
  },
): readonly PersonsChange[] {
  const hunks = commit.files.find((file) => file.path === path)?.hunks ?? [];
  const fresh = written.lines.map(lineKey).filter((key) => allFresh.has(key));
  const old = new Set([...keysOf(written.edit.before ?? "")].filter((key) => !allFresh.has(key)));
  const committed = new Set(hunks.flatMap(({ added }) => added.map(lineKey)));
  const kept = fresh.filter((key) => committed.has(key)).length;
  if (fresh.length === 0 || kept < fresh.length * MIN_COMMITTED || kept === fresh.length) return [];
  if (known.isReplaced(written)) return [];
  const found = hunks.flatMap((hunk) => changesIn(written, hunk, { old, committed, known }));
  return found.length > MAX_PER_FILE ? [] : found;
}

function changesIn(
  written: WrittenEdit,
  { added, newStart }: CommitHunk,
  {
    old,
    committed,
    known,
  }: {
    readonly old: ReadonlySet<string>;
    readonly committed: ReadonlySet<string>;
    readonly known: AgentLines;
  },
): readonly PersonsChange[] {
  const [own, fresh] = [written.lines.map(lineKey), added.map(lineKey)];
  if (!fresh.some((key) => isDistinctive(key) && own.includes(key))) return [];
  return changedRanges(own, fresh).flatMap(({ from, to, start, end }): readonly PersonsChange[] => {
    // Lines that are the same on both sides show that it is the same place.
    const isBetween = from > 0 && start > 0 && to < own.length && end < fresh.length;
    if (!isBetween || from === to || to - from > MAX_LINES || end - start > MAX_LINES) return [];
    const [before, after] = [written.lines.slice(from, to), added.slice(start, end)];
    // Tools that keep transcripts take secrets out, so that the lines differ.
    if (before.some((line) => MASKED.test(line))) return [];
    // Lines that were there before need not be in the commit's hunks.
    if (before.some((line) => isDistinctive(lineKey(line)) && old.has(lineKey(line)))) return [];
    const isGone = before.every((line) => !isDistinctive(lineKey(line)) || !committed.has(lineKey(line)));
    if (!isGone || !before.some((line) => isDistinctive(lineKey(line))) || isFormatting(before, after))
      return [];
    const isByAgent =
      known.hasWritten(after, written) ||
      known.hasReplaced(before, written) ||
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
    lines.every((one) => one.trim() === "")
      ? undefined
      : maskPrivate(lines.join("\n").slice(0, MAX_KEPT_EDIT));
  const { format, session } = written.conversation;
  return {
    id: `edit:${format}:${session}:${commit.sha}:${path}:${line}`,
    found: "commit",
    kind: "rewritten",
    remark: commitRemark(commit.message),
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
