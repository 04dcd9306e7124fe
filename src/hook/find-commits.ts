import { reasonOf } from "../core/event/retry-delay.ts";
import { readNote, writeNote } from "../core/why/commit-note.ts";
import { type CommitRun, COMMIT_RUN_SCHEMA } from "../core/why/commit-run.ts";
import type { CommitLookup } from "../ports/commit-lookup.ts";
import type { CommittedEntry } from "./committed-entry.ts";

/** The longest that a shell command of an agent may take, roughly. */
const MAX_COMMAND_MS = 15 * 60_000;

interface FindCommitsOptions {
  readonly lookup: () => Promise<CommitLookup>;
  /** Whether to leave a git note at each commit. */
  readonly notes: boolean;
  readonly reportFault: (code: string, message: string) => void;
}

/**
 * Looks up the commits that a hook saw, and leaves a note at each. An id that a command printed is only believed if the
 * repository has a commit of that time, because a command can print anything.
 */
export const findCommits =
  ({ lookup, notes, reportFault }: FindCommitsOptions) =>
  async ({ names, ...entry }: CommittedEntry): Promise<readonly CommitRun[]> => {
    try {
      const repository = await lookup();
      const from = new Date(Date.parse(entry.time) - MAX_COMMAND_MS).toISOString();
      const ids = await repository.committed({ names, from, until: entry.time });
      const runs = ids.map((commit): CommitRun => ({
        ...entry,
        schema: COMMIT_RUN_SCHEMA,
        commit,
        source: "hook",
      }));
      if (!notes) return runs;
      for (const run of runs) {
        await addNote(repository, run).catch((error: unknown) => reportFault("note_failed", reasonOf(error)));
      }
      return runs;
    } catch (error) {
      // Without git there are no commits to look up, and trying again would not help.
      reportFault("commit_not_found", reasonOf(error));
      return [];
    }
  };

/** Cursor reports a commit twice. */
async function addNote(repository: CommitLookup, run: CommitRun): Promise<void> {
  const found = await repository.find(run.commit);
  const isKnown = readNote(found?.note ?? "").some(
    (claim) => claim.run === run.run && claim.agent === run.agent,
  );
  if (!isKnown) await repository.addNote(run.commit, writeNote(run));
}
