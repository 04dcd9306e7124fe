import { setTimeout } from "node:timers/promises";
import type { Octokit } from "@octokit/core";
import { z } from "zod";
import { explainFailure } from "./explain-failure.ts";
import { GithubError, isUnsure } from "./github-error.ts";
import type { GithubCredentials } from "./open-octokit.ts";
import { createPatience } from "./rate-limit.ts";

/** All waits of one act together. */
const PATIENCE_SECONDS = 60;
const PAGE_LENGTH = 100;
const MOST_PAGES = 30;
const MOST_ATTEMPTS = 3;

/** Set as defaults, so that an App's own requests for a token carry them too. */
const HEADERS = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

export interface SessionSettings {
  readonly octokit: Octokit;
  readonly apiUrl: string;
  readonly credentials: GithubCredentials;
  readonly secondMs: number;
  /** Waits for the turn to write. */
  readonly pace: () => Promise<void>;
}

/** What one act sends: its requests share one patience. */
export interface GithubSession {
  /** Sends again what fails on the way, unless told that doing it twice would show. */
  readonly send: <T>(ask: Ask<T>) => Promise<T>;
  /** Every page, up to a bound. */
  readonly list: <T>(ask: Ask<T>) => Promise<readonly T[]>;
  /** Makes something that must not stand there twice: where it is unsure whether it was made, one looks first. */
  readonly create: <T>(ask: Ask<T>, find: () => Promise<T | undefined>) => Promise<T>;
  /** The login that our words stand under. */
  readonly login: () => Promise<string>;
}

interface Ask<T> {
  /** Such as `GET /repos/{owner}/{repo}/issues/{issue_number}/comments`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<T>;
}

const VIEWER = z.object({ viewer: z.object({ login: z.string().min(1) }) });

export function openSession(settings: SessionSettings): GithubSession {
  const { octokit, apiUrl, credentials, secondMs, pace } = settings;
  const mayWait = createPatience(PATIENCE_SECONDS);
  const attempt = async <T>(what: string, answer: z.ZodType<T>, act: () => Promise<unknown>): Promise<T> => {
    let received: unknown;
    try {
      received = await act();
    } catch (error) {
      throw explainFailure(error, { what, apiUrl, credentials });
    }
    const read = answer.safeParse(received);
    if (read.success) return read.data;
    const hint = "check that github.api_url is the address of GitHub's REST API";
    throw new GithubError(
      "host_answer_unfit",
      `${new URL(apiUrl).host}: ${what} was answered unfit; ${hint}`,
    );
  };
  const request = <T>({ route, parameters, answer }: Ask<T>, repeatable: boolean): Promise<T> =>
    attempt(route, answer, async () => {
      if (!route.startsWith("GET ")) await pace();
      const options = { ...parameters, request: { emend: { mayWait, repeatable } } };
      const { data } = await octokit.request.defaults({ headers: HEADERS })(route, options);
      return data as unknown;
    });

  return {
    send: (ask) => request(ask, true),
    list: async ({ route, parameters, answer }) => {
      const found = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const paged = { ...parameters, per_page: PAGE_LENGTH, page };
        const part = await request({ route, parameters: paged, answer: z.array(answer) }, true);
        found.push(...part);
        if (part.length < PAGE_LENGTH) break;
      }
      return found;
    },
    create: async (ask, find) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await request(ask, false);
        } catch (error) {
          if (!isUnsure(error)) throw error;
          const seconds = tries ** 2;
          const isPatient = tries < MOST_ATTEMPTS && mayWait(seconds);
          if (isPatient) await setTimeout(seconds * secondMs);
          const made = await find();
          if (made !== undefined) return made;
          if (!isPatient) throw error;
        }
      }
    },
    login: async () => {
      const options = { request: { emend: { mayWait, repeatable: true } } };
      const { viewer } = await attempt("POST /graphql", VIEWER, () =>
        octokit.graphql.defaults({ headers: HEADERS })("query { viewer { login } }", options),
      );
      return viewer.login;
    },
  };
}
