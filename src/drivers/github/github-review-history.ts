import { join } from "node:path";
import { maskReviewedPull } from "../../core/correction/mask-reviewed-pull.ts";
import type { ReviewedPull } from "../../core/correction/reviewed-pull.ts";
import { defined } from "../../core/defined.ts";
import type { ReviewHistory, ReviewWalkProgress, WalkedReviews } from "../../ports/review-history.ts";
import { GithubError } from "./github-error.ts";
import type { GithubHostOptions } from "./github-host.ts";
import { openGithubSession, type GithubSession } from "./github-session.ts";
import { createGraphqlPulls } from "./graphql-pulls.ts";
import { openOctokit } from "./open-octokit.ts";
import { createPace } from "./pace.ts";
import type { PullPage, PullSource, ReadPull } from "./pull-source.ts";
import { createWaitBudget } from "./rate-limit.ts";
import { readApiUrl } from "./read-api-url.ts";
import { repositoryParts } from "./repository-parts.ts";
import { createRestPulls } from "./rest-pulls.ts";
import { openReviewCache, type ReviewCache } from "./review-cache.ts";

export interface ReviewHistoryOptions extends GithubHostOptions {
  /** The user's own folder, which nobody else can read or write. */
  readonly folder: string;
}

/** Total time for all waits of one walk. */
const MAX_WAIT_SECONDS = 900;
/** Older pull requests are left out. */
const MAX_PULLS = 20_000;
/** More pages than that have no new pull requests. */
const MAX_PAGES = 300;
/** So many pull requests in a row that cannot be read are no accident. */
const MAX_FAILURES = 3;

/** Errors after which another API may still answer. */
const REFUSALS: ReadonlySet<string> = new Set([
  "host_forbidden",
  "host_refused",
  "host_not_found",
  "host_answer_unfit",
]);
/** Errors that go away. What was read until then is kept. */
const PASSING: ReadonlySet<string> = new Set(["host_busy", "host_unreachable", "host_failed"]);

const codeOf = (error: unknown): string => (error instanceof GithubError ? error.code : "");

/** The reviews of repositories on GitHub: by GraphQL, or by REST if GraphQL refuses. */
export function createGithubReviewHistory(options: ReviewHistoryOptions): ReviewHistory {
  const { credentials, timeoutMs = 60_000, secondMs = 1_000, folder } = options;
  const apiUrl = readApiUrl(options.apiUrl);
  const octokit = openOctokit({ baseUrl: apiUrl, credentials, timeoutMs, secondMs });
  const pace = createPace(secondMs);
  return {
    walk: async ({ repository, onProgress = () => {} }) => {
      const parts = repositoryParts(repository);
      const place = [new URL(apiUrl).host.replace(":", "_"), parts.owner, parts.repo];
      const cache = openReviewCache(join(folder, ...place.map((name) => name.toLowerCase())));
      const walked = createWalked(onProgress);
      const canWait = createWaitBudget(MAX_WAIT_SECONDS);
      const tryWait = (seconds: number): boolean => canWait(seconds) && walked.wait(seconds);
      const session = openGithubSession({ octokit, apiUrl, credentials, secondMs, pace, tryWait });
      try {
        await walkPulls(session, parts, cache, walked);
      } catch (error) {
        if (!PASSING.has(codeOf(error))) throw error;
        // What earlier walks read is better than nothing, even if it has changed since.
        for (const number of cache.numbers()) walked.add(cache.read(number), "cache");
        if (walked.isEmpty()) throw error;
        walked.stop(
          `${(error as Error).message}. What was read is kept: the same command goes on from there`,
        );
      }
      return walked.read();
    },
  };
}

async function walkPulls(
  session: GithubSession,
  parts: ReturnType<typeof repositoryParts>,
  cache: ReviewCache,
  walked: ReturnType<typeof createWalked>,
): Promise<void> {
  const rest = createRestPulls(session, parts);
  let source: PullSource = createGraphqlPulls(session, parts);
  let page = await source.list(undefined).catch((error: unknown): Promise<PullPage> => {
    if (!REFUSALS.has(codeOf(error))) throw error;
    source = rest;
    return source.list(undefined);
  });
  const newest = page.pulls[0]?.version;
  const read = createReader(source, rest);
  const mark = cache.mark();
  // Everything that has not changed since the last whole walk is in the cache.
  const known = mark !== undefined && cache.numbers().length >= mark.pulls ? mark.newest : undefined;
  const seen = new Set<string>();
  for (;;) {
    walked.expect(page.ofPulls);
    const fresh = page.pulls.filter(({ number }) => !walked.has(number));
    const stale = fresh.filter((listed) => {
      const cached = cache.read(listed.number);
      if (cached?.version !== listed.version) return true;
      walked.add(cached, "cache");
      return false;
    });
    await read(
      stale.map(({ number }) => number),
      (pull) => walked.add(keep(pull, cache), "host"),
    );
    const last = page.pulls.at(-1)?.version;
    if (known !== undefined && last !== undefined && last < known) break;
    const { next } = page;
    if (next === undefined) break;
    if (walked.size() >= MAX_PULLS) {
      walked.stop(`Emend reads the ${MAX_PULLS} pull requests that changed last`);
      break;
    }
    if (seen.has(next) || seen.size >= MAX_PAGES) {
      walked.stop("the code host's list of pull requests repeats itself");
      break;
    }
    seen.add(next);
    page = await source.list(next);
  }
  if (known !== undefined) await addUnchanged(cache, walked, read);
  if (newest !== undefined && walked.isWhole()) cache.setMark({ newest, pulls: walked.size() });
}

/** Those that the last whole walk read, and that were not listed again. Damaged files are fetched again. */
async function addUnchanged(
  cache: ReviewCache,
  walked: ReturnType<typeof createWalked>,
  read: ReturnType<typeof createReader>,
): Promise<void> {
  const damaged: number[] = [];
  for (const number of cache.numbers()) {
    if (walked.has(number)) continue;
    const cached = cache.read(number);
    if (cached === undefined) damaged.push(number);
    else walked.add(cached, "cache");
  }
  await read(damaged, (pull) => walked.add(keep(pull, cache), "host"));
}

/** Secrets are masked before anything is written. */
function keep(read: ReadPull, cache: ReviewCache): ReadPull {
  const kept = { ...read, pull: maskReviewedPull(read.pull) };
  cache.write(kept);
  return kept;
}

/**
 * Reads in batches. GitHub gives up on queries that take too long, so a batch that fails is tried again in halves, and a
 * single pull request by REST.
 */
function createReader(first: PullSource, rest: PullSource) {
  let source = first;
  let failures = 0;
  const readBatch = async (numbers: readonly number[], add: (pull: ReadPull) => void): Promise<void> => {
    try {
      for (const pull of await source.read(numbers)) add(pull);
      if (source === first) failures = 0;
    } catch (error) {
      const code = codeOf(error);
      if (!REFUSALS.has(code) && code !== "host_failed") throw error;
      if (numbers.length > 1) {
        const half = Math.ceil(numbers.length / 2);
        await readBatch(numbers.slice(0, half), add);
        await readBatch(numbers.slice(half), add);
        return;
      }
      // It may have been deleted since it was listed.
      if (source === rest && code === "host_not_found") return;
      failures += 1;
      if (source === rest || (code === "host_failed" && failures > MAX_FAILURES)) throw error;
      if (failures > MAX_FAILURES) source = rest;
      for (const pull of await rest.read(numbers)) add(pull);
    }
  };
  return async (numbers: readonly number[], add: (pull: ReadPull) => void): Promise<void> => {
    for (let start = 0; start < numbers.length; start += source.batch) {
      await readBatch(numbers.slice(start, start + source.batch), add);
    }
  };
}

/** What a walk has so far. */
function createWalked(onProgress: (progress: ReviewWalkProgress) => void) {
  const pulls = new Map<number, ReviewedPull>();
  let [threads, fromCache] = [0, 0];
  let ofPulls: number | undefined;
  let stopped: string | undefined;
  const report = (waitingSeconds?: number): void =>
    onProgress({ pulls: pulls.size, threads, ...defined({ ofPulls, waitingSeconds }) });
  return {
    has: (number: number): boolean => pulls.has(number),
    size: (): number => pulls.size,
    isEmpty: (): boolean => pulls.size === 0,
    isWhole: (): boolean => stopped === undefined,
    expect: (count: number | undefined): void => {
      ofPulls = count ?? ofPulls;
      report();
    },
    add: (read: ReadPull | undefined, from: "cache" | "host"): void => {
      if (read === undefined || pulls.has(read.number)) return;
      pulls.set(read.number, read.pull);
      threads += read.pull.threads.length;
      if (from === "cache") fromCache += 1;
      report();
    },
    wait: (seconds: number): true => {
      report(seconds);
      return true;
    },
    stop: (why: string): void => {
      stopped = why;
    },
    read: (): WalkedReviews => ({
      pulls: [...pulls.values()],
      isComplete: stopped === undefined,
      fromCache,
      ...defined({ stopped }),
    }),
  };
}
