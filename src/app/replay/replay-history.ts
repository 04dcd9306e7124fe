import { appliesTo } from "../../core/check/active-check.ts";
import type { PastCommit } from "../../core/correction/past-commit.ts";
import { historyFiles } from "../../core/replay/history-files.ts";
import { shownLine } from "../../core/replay/shown-line.ts";
import {
  type HistoryReplay,
  MAX_REPLAY_CASES,
  type ReplayCase,
  type ReplayStop,
} from "../../core/replay/replay.ts";
import { effectiveVersion, type Rule } from "../../core/rule/rule.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { PastRepository } from "../../ports/commit-history.ts";
import { hitsInFiles, type HitsInFilesParts, readsPath, type TriedVersion } from "../check/hits-in-files.ts";

export interface HistoryLimits {
  /** At most so many commits, the newest. */
  readonly commits: number;
  /** How many of the newest commits to skip, to go on where another replay stopped. */
  readonly skip: number;
  /** For each check. */
  readonly seconds: number;
}

export interface ReplayHistoryParts extends HitsInFilesParts {
  readonly now: () => string;
}

/**
 * Runs checks over the lines that past commits added, each in the file as the commit left it. One repository is replayed at
 * a time, because its commits take memory.
 */
export function replayHistory({ now, ...parts }: ReplayHistoryParts) {
  const find = hitsInFiles(parts);
  let last: Promise<unknown> = Promise.resolve();
  return async (...asked: Parameters<typeof replay>): ReturnType<typeof replay> => {
    const turn = last.catch(() => undefined).then(() => replay(...asked));
    last = turn;
    return turn;
  };

  async function replay(
    checks: readonly TriedVersion[],
    rule: Rule,
    { history, root }: PastRepository,
    { commits: most, skip, seconds }: HistoryLimits,
  ): Promise<readonly (HistoryReplay & { readonly is_too_slow: boolean })[]> {
    const { commits, stopped, leftOut } = await history.read({ root, most, skip });
    const whole = { left_out: Object.values(leftOut).reduce((sum, count) => sum + count, 0) };
    const cut = stopped === "most" ? "commits" : stopped;
    const done: (HistoryReplay & { readonly is_too_slow: boolean })[] = [];
    for (const check of checks) done.push({ ...(await replayOne(check)), ...whole });
    return done;

    async function replayOne(tried: TriedVersion) {
      const { scope } = effectiveVersion(rule);
      const deadline = Date.parse(now()) + seconds * 1_000;
      const wanted = historyFiles(
        commits,
        (path) => readsPath(tried.check, path) && appliesTo({ scope }, path),
      );
      const cases: ReplayCase[] = [];
      const hitCommits = new Set<number>();
      let [files, lines, hits, replayed] = [0, 0, 0, commits.length];
      let isTooSlow = false;
      let stop: ReplayStop | undefined = cut;
      let at = 0;
      for await (const { asked, text } of untilDamaged(history.files(root, wanted), () => {
        [stop, replayed] = ["damaged", at];
      })) {
        if (asked.commit !== at && (isTooSlow || Date.parse(now()) > deadline)) {
          [stop, replayed] = ["time", asked.commit];
          break;
        }
        at = asked.commit;
        if (text === undefined) continue;
        files += 1;
        lines += asked.added;
        const { path, changed, commit } = asked;
        const found = await find(tried, rule, [{ path, text, changed }]);
        isTooSlow ||= found.notices.some(({ code }) => code === "check_too_slow");
        hits += found.hits.length;
        if (found.hits.length > 0) hitCommits.add(commit);
        for (const { line, start } of found.hits.slice(0, MAX_REPLAY_CASES - cases.length))
          cases.push(caseOf(commits[commit]!, { path, line, code: shownLine(text, start) }));
      }
      return {
        commits: replayed,
        commits_hit: hitCommits.size,
        files,
        lines,
        hits,
        since: commits[replayed - 1]?.time ?? null,
        stopped: stop ?? null,
        next: stop === undefined ? null : skip + replayed,
        cases,
        is_too_slow: isTooSlow,
      };
    }
  }
}

async function* untilDamaged<T>(items: AsyncIterable<T>, onDamage: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    onDamage();
  }
}

const caseOf = (
  { sha, time }: PastCommit,
  place: Pick<ReplayCase, "path" | "line" | "code">,
): ReplayCase => ({ found_in: "commit", id: sha, own: false, time, origin: null, ...place });
