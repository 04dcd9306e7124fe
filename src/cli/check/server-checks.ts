import { parseActiveCheck } from "../../core/check/active-check.ts";
import { hitsToSend } from "../../core/check/check-report.ts";
import { hitsToReport, type CheckedWork } from "../../core/check/hits-to-report.ts";
import { fieldOf, listOf } from "../../core/json/json.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CheckSource } from "./check-source.ts";

interface Server {
  readonly url: string;
  readonly token?: string;
}

const TIMEOUT_MS = 20_000;

/** The checks of a server, and where it takes reports. */
export async function serverChecks(
  { url, token }: Server,
  { agent, checked_in, run }: Omit<CheckedWork, "time">,
  now: () => Date,
): Promise<CheckSource> {
  const base = `${url.replace(/\/+$/, "")}/api/v1`;
  const query = agent === "" ? "" : `?${new URLSearchParams({ agent }).toString()}`;
  const answer = await ask(`${base}/running-checks${query}`, token);
  return {
    checks: listOf(fieldOf(answer, "checks")).flatMap((check) => parseActiveCheck(check) ?? []),
    from: "the server",
    close: async () => undefined,
    report: async ({ ran, hits }) => {
      if (ran.length === 0) return;
      const time = now().toISOString();
      const body = {
        time,
        checked_in,
        ...(agent === "" ? {} : { agent }),
        ...(run === undefined ? {} : { run }),
        ran,
        hits: hitsToSend(hitsToReport(hits, { time, checked_in, agent })),
      };
      await ask(`${base}/check-reports`, token, body);
    },
  };
}

async function ask(address: string, token: string | undefined, body?: unknown): Promise<unknown> {
  const answer = await fetch(address, {
    redirect: "error",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ExternalError(
      "server_away",
      "the server cannot be reached; check server.url, or name a file of checks with --checks",
      cause,
    );
  });
  if (answer.ok) return answer.json();
  await answer.body?.cancel();
  throw new ExternalError(
    answer.status === 401 || answer.status === 403 ? "server_refused" : "server_failed",
    `the server answered ${answer.status}; check server.url and server.token`,
  );
}
