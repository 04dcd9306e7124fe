import { defined } from "../defined.ts";
import type { AgentsByLogin } from "../feedback/github-agent.ts";
import { maskPrivate } from "../rule-text/secrets.ts";
import { CommitBlame, type WrittenBy } from "./commit-blame.ts";
import {
  isComment,
  isDistinctive,
  isFormatting,
  lineKey,
  removedWords,
  wordOverlap,
} from "./commit-lines.ts";
import {
  type CommitIntent,
  commitIntent,
  commitRemark,
  commitSubject,
  fixupSubject,
  namedTargets,
  revertTargets,
} from "./commit-message.ts";
import { fileRole, isManifest } from "./commit-path.ts";
import { agentOfCommit } from "./commit-person.ts";
import { type CorrectionKind, MAX_KEPT_EDIT, type PastCorrection } from "./past-correction.ts";
import type { CommitFile, CommitHunk, PastCommit } from "./past-commit.ts";

export interface CommitCorrectionOptions {
  /** What is grouped together: a repository. */
  readonly project: string;
  /** Agents by login, name or `co-author:<address>`, as configured. */
  readonly agents?: AgentsByLogin;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** An agent's work that a person rewrites within this time was probably wrong. Later, needs have changed. */
const REWRITTEN_WITHIN = 7 * DAY;
/** A review takes longer. */
const REVIEWED_WITHIN = 30 * DAY;
/** People's own work, mended at once. */
const MENDED_WITHIN = DAY;
/** Commits that change more are mechanical, or do too much to be corrections. */
const MAX_FILES = 30;
const MAX_HUNKS = 60;
const MAX_PER_COMMIT = 5;
/** Of a fix that does not say what it mends, the first hunks are kept: the others follow from them. */
const MAX_PER_FIX = 2;
/** A commit that changes more lines, and does not say that it corrects, does something else. */
const MAX_CHANGED = 200;
const MAX_FIX_CHANGED = 60;
/** Nor does it say what it does. */
const MAX_UNCLEAR_CHANGED = 80;
/** A word that goes in as many hunks is renamed. */
const MIN_RENAMED = 3;
/** A longer stretch is rewritten as a whole. */
const MAX_LINES = 40;
/** Less in common, and the new lines do something else. */
const MIN_OVERLAP = 0.3;
/** More new lines than old ones add something. */
const MAX_GROWTH = 3;

interface ReadCommit extends WrittenBy {
  readonly intent: CommitIntent;
}

/** A hunk that corrects, and what it corrects. */
interface FoundHunk {
  readonly file: CommitFile;
  readonly at: number;
  readonly hunk: CommitHunk;
  readonly target: ReadCommit;
  readonly kind: CorrectionKind;
}

/**
 * Corrections that commits make: reverts, fix-ups, answers to reviews, and what people rewrote of an agent's work soon
 * after. What is not clearly a correction is left out. Commits are newest first, as `CommitHistory` returns them.
 */
export function correctionsFromCommits(
  commits: readonly PastCommit[],
  { project, agents }: CommitCorrectionOptions,
): readonly PastCorrection[] {
  const known = new KnownCommits();
  const blame = new CommitBlame<ReadCommit>();
  const found: PastCorrection[] = [];
  for (const commit of commits.toReversed()) {
    const agent = agentOfCommit(commit, agents);
    const one: ReadCommit = {
      commit,
      agent,
      isBot: agent === undefined && commit.author.bot === true,
      time: Date.parse(commit.time),
      intent: commitIntent(commit),
    };
    if (!one.isBot)
      found.push(...correctionsOf(one, { known, blame }).map((hunk) => toCorrection(one, hunk, project)));
    blame.add(one);
    known.add(one);
  }
  return found.toReversed();
}

interface Earlier {
  readonly known: KnownCommits;
  readonly blame: CommitBlame<ReadCommit>;
}

function correctionsOf(one: ReadCommit, earlier: Earlier): readonly FoundHunk[] {
  const { commit, intent, agent } = one;
  if (intent === "mechanical" || commit.parents.length > 1) return [];
  if (intent === "revert") return revertOf(one, earlier);
  const files = commit.files.filter(({ hunks }) => hunks.length > 0);
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0);
  if (commit.files.length > MAX_FILES || hunks > MAX_HUNKS) return [];
  const targets = earlier.known.named(commit);
  const changed = files.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const [moved, renamed] = [movedLines(files), renamedWords(files)];
  const hasCode = files.some(({ path }) => fileRole(path) === "code");
  const found: FoundHunk[] = [];
  let hasRenamed = false;
  for (const file of files) {
    if (isManifest(file.path) || file.status === "added" || file.status === "deleted") continue;
    if (hasCode && fileRole(file.path) !== "code") continue;
    for (const [at, hunk] of file.hunks.entries()) {
      const target = correctedBy(one, file, hunk, { ...earlier, targets, changed });
      if (target === undefined || isNoise(one, file, hunk) || isMoved(hunk, moved)) continue;
      const words = removedWords(hunk.removed, hunk.added);
      if (words.length > 0 && words.every((word) => renamed.has(word))) {
        if (hasRenamed) continue;
        hasRenamed = true;
      }
      found.push({ file, at, hunk, ...target });
    }
  }
  const isSure =
    intent === "review" ||
    targets.length > 0 ||
    (agent === undefined && found.some(({ target }) => target.agent !== undefined));
  return found.slice(0, isSure ? MAX_PER_COMMIT : MAX_PER_FIX);
}

const isNoise = ({ intent }: ReadCommit, { path }: CommitFile, { removed, added }: CommitHunk): boolean =>
  isFormatting(removed, added) ||
  (intent !== "review" && intent !== "fixup" && fileRole(path) === "code" && isComment(removed, added));

/** Words that go in several hunks. */
function renamedWords(files: readonly CommitFile[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { hunks } of files) {
    for (const { removed, added } of hunks) {
      for (const word of removedWords(removed, added)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= MIN_RENAMED).map(([word]) => word));
}

/** One correction for a whole revert, with its largest hunk. */
function revertOf(one: ReadCommit, { known }: Earlier): readonly FoundHunk[] {
  const target = known.reverted(one.commit.message);
  if (target === undefined || target.isBot || target.intent === "revert" || target.intent === "mechanical")
    return [];
  const paths = new Set(target.commit.files.map(({ path }) => path));
  const hunks = one.commit.files
    .filter(({ path }) => paths.has(path) && !isManifest(path))
    .flatMap((file) => file.hunks.map((hunk, at) => ({ file, at, hunk })))
    .filter(({ hunk }) => !isFormatting(hunk.removed, hunk.added));
  const size = ({ hunk }: { readonly hunk: CommitHunk }): number =>
    hunk.removed.length * 2 + hunk.added.length;
  const largest = hunks.toSorted((a, b) => size(b) - size(a))[0];
  return largest === undefined ? [] : [{ ...largest, target, kind: "undone" }];
}

interface Hunting extends Earlier {
  /** The commits that the message names. */
  readonly targets: readonly ReadCommit[];
  /** Lines that the commit changes. */
  readonly changed: number;
}

type Corrected = Pick<FoundHunk, "target" | "kind">;

function correctedBy(
  one: ReadCommit,
  file: CommitFile,
  hunk: CommitHunk,
  hunting: Hunting,
): Corrected | undefined {
  if (hunk.removed.length === 0 || hunk.removed.length > MAX_LINES || hunk.added.length > MAX_LINES)
    return undefined;
  if (!hunk.removed.some((line) => isDistinctive(lineKey(line)))) return undefined;
  const { blame, targets, changed } = hunting;
  const inverted = blame.invertedBy(file, hunk);
  const target = inverted?.by ?? blame.writerOf(file, hunk);
  if (target === undefined || target.isBot) return undefined;
  const apart = one.time - target.time;
  if (apart < 0) return undefined;
  const isByPersonAfterAgent = target.agent !== undefined && one.agent === undefined;
  if (inverted !== undefined && hunk.added.length > 0 && isByPersonAfterAgent && apart <= REWRITTEN_WITHIN) {
    return { target, kind: "undone" };
  }
  return isRewriting(one, target, { apart, hunk, targets, changed, isByPersonAfterAgent })
    ? { target, kind: "rewritten" }
    : undefined;
}

interface Rewriting {
  readonly apart: number;
  readonly hunk: CommitHunk;
  readonly targets: readonly ReadCommit[];
  readonly changed: number;
  readonly isByPersonAfterAgent: boolean;
}

function isRewriting(one: ReadCommit, target: ReadCommit, rewriting: Rewriting): boolean {
  const { apart, hunk, targets, changed, isByPersonAfterAgent } = rewriting;
  if (targets.length > 0) return targets.includes(target);
  if (one.intent === "fixup") return false;
  if (one.intent === "review") return apart <= REVIEWED_WITHIN;
  if (one.intent === "slip") return apart <= REWRITTEN_WITHIN;
  if (one.intent === "add" || !isReplacement(hunk)) return false;
  const maxChanged = one.intent === "other" ? MAX_UNCLEAR_CHANGED : MAX_CHANGED;
  if (isByPersonAfterAgent) return apart <= REWRITTEN_WITHIN && changed <= maxChanged;
  const isOwnFix = one.intent === "fix" && apart <= MENDED_WITHIN && changed <= MAX_FIX_CHANGED;
  return isOwnFix && commitRemark(one.commit.message) !== "";
}

/** The new lines say the same thing differently. */
function isReplacement({ removed, added }: CommitHunk): boolean {
  if (added.every((line) => line.trim() === "")) return true;
  return added.length <= removed.length * MAX_GROWTH + 2 && wordOverlap(removed, added) >= MIN_OVERLAP;
}

/** The lines that a commit adds anywhere. */
const movedLines = (files: readonly CommitFile[]): ReadonlyMap<string, number> => {
  const lines = new Map<string, number>();
  for (const { hunks } of files) {
    for (const { added } of hunks) {
      for (const line of added) lines.set(lineKey(line), (lines.get(lineKey(line)) ?? 0) + 1);
    }
  }
  return lines;
};

/** Half of what it removes is added elsewhere. */
function isMoved({ removed, added }: CommitHunk, moved: ReadonlyMap<string, number>): boolean {
  const keys = removed.map(lineKey).filter(isDistinctive);
  const own = new Map<string, number>();
  for (const line of added) own.set(lineKey(line), (own.get(lineKey(line)) ?? 0) + 1);
  const elsewhere = keys.filter((key) => (moved.get(key) ?? 0) > (own.get(key) ?? 0)).length;
  return elsewhere * 2 >= keys.length;
}

function toCorrection(
  { commit }: ReadCommit,
  { file, at, hunk, target, kind }: FoundHunk,
  project: string,
): PastCorrection {
  const side = (lines: readonly string[]): string | undefined =>
    lines.every((one) => one.trim() === "")
      ? undefined
      : maskPrivate(lines.join("\n").slice(0, MAX_KEPT_EDIT));
  return {
    id: `commit:${commit.sha}:${file.path}:${at + 1}`,
    found: "commit",
    kind,
    remark: commitRemark(commit.message),
    outcome: "landed",
    ...defined({
      act: maskPrivate(commitSubject(target.commit.message)) || undefined,
      before: side(hunk.removed),
      after: side(hunk.added),
      author: commit.author.name || undefined,
      agent: target.agent,
    }),
    project,
    session: commit.sha,
    path: file.path,
    time: commit.time,
    rework: 0,
    origin: { commit: commit.sha, line: Math.max(1, hunk.newStart) },
  };
}

const PREFIX = 7;
const MAX_SAME = 20;

/** Commits by what later messages call them. */
class KnownCommits {
  readonly #byPrefix = new Map<string, ReadCommit[]>();
  readonly #bySubject = new Map<string, ReadCommit>();

  add(one: ReadCommit): void {
    const prefix = one.commit.sha.slice(0, PREFIX);
    const same = this.#byPrefix.get(prefix);
    if (same === undefined) this.#byPrefix.set(prefix, [one]);
    else if (same.length < MAX_SAME) same.push(one);
    const subject = subjectKey(commitSubject(one.commit.message));
    if (subject !== "") this.#bySubject.set(subject, one);
  }

  reverted(message: string): ReadCommit | undefined {
    const targets = revertTargets(message);
    if (targets === undefined) return undefined;
    const bySha = targets.shas.map((sha) => this.#find(sha)).find((one) => one !== undefined);
    return (
      bySha ?? (targets.subject === undefined ? undefined : this.#bySubject.get(subjectKey(targets.subject)))
    );
  }

  /** Those that a message names with `fixup!`, `Fixes:` or a hash. */
  named({ message, trailers }: PastCommit): readonly ReadCommit[] {
    const subject = fixupSubject(commitSubject(message));
    const bySubject = subject === undefined ? undefined : this.#bySubject.get(subjectKey(subject));
    return [bySubject, ...namedTargets(message, trailers).map((sha) => this.#find(sha))].filter(
      (one) => one !== undefined,
    );
  }

  #find(sha: string): ReadCommit | undefined {
    const lower = sha.toLowerCase();
    return this.#byPrefix.get(lower.slice(0, PREFIX))?.find(({ commit }) => commit.sha.startsWith(lower));
  }
}

/** GitHub adds the number of the pull request. */
const subjectKey = (subject: string): string => subject.replace(/\s*\(#\d{1,9}\)$/, "").trim();
