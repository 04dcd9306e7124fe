import { isLoopback } from "../../core/access/is-loopback.ts";
import type { CodeHost } from "../../ports/code-host.ts";
import { GithubError } from "./github-error.ts";
import { openSession, type GithubSession } from "./github-session.ts";
import { openOctokit, type GithubCredentials } from "./open-octokit.ts";
import { createPace } from "./pace.ts";
import { listOwnRemarks, postReview } from "./post-review.ts";
import { putRejection } from "./put-rejection.ts";
import { reportChecks } from "./report-checks.ts";

export interface GithubHostOptions {
  /** Of the REST API: https://api.github.com, or https://host/api/v3 for GitHub Enterprise. */
  readonly apiUrl: string;
  readonly credentials: GithubCredentials;
  /** For one attempt, until its answer is read in full. */
  readonly timeoutMs?: number;
  /** How long a second of waiting lasts; tests shorten it. */
  readonly secondMs?: number;
}

export function createGithubHost(options: GithubHostOptions): CodeHost {
  const { credentials, timeoutMs = 30_000, secondMs = 1_000 } = options;
  const apiUrl = readApiUrl(options.apiUrl);
  const octokit = openOctokit({ baseUrl: apiUrl, credentials, timeoutMs, secondMs });
  const pace = createPace(secondMs);
  const open = (): GithubSession => openSession({ octokit, apiUrl, credentials, secondMs, pace });
  let login: string | undefined;
  const loginOf = async (session: GithubSession): Promise<string> => (login ??= await session.login());
  return {
    putRejection: async (rejection) => {
      const session = open();
      return putRejection(session, await loginOf(session), rejection);
    },
    ownRemarks: async (pull) => {
      const session = open();
      const remarks = await listOwnRemarks(session, await loginOf(session), pull);
      return remarks.map(({ body }) => body ?? "");
    },
    postReview: async (review) => {
      const session = open();
      await postReview(session, await loginOf(session), review);
    },
    reportChecks: (checks) => reportChecks(open(), checks),
  };
}

/** A token goes over the wire in the clear where the address does, so that is for this machine only. */
function readApiUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url !== undefined && isLoopback(url.hostname);
  if (url === undefined || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal))) {
    throw new GithubError(
      "host_misconfigured",
      "github.api_url must begin with https://, such as https://api.github.com",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new GithubError(
      "host_misconfigured",
      "github.api_url must be an address alone; the token goes to github.token",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}
