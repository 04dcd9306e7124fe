import type { Drivers } from "../../compose/drivers.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";

const GITHUB = "https://api.github.com";

type GithubAccess = Parameters<Drivers["openCodeHost"]>[0];

/**
 * GitHub as configured, otherwise with a token from the first of these environment variables that has one. Undefined
 * without any credentials.
 */
export async function githubAccess(
  io: CliIo,
  variables: readonly string[],
): Promise<GithubAccess | undefined> {
  const { github } = await configOf(io);
  if (github.token !== undefined) {
    return { apiUrl: github.apiUrl, credentials: { kind: "token", token: github.token } };
  }
  const { appId, appKey: privateKey, installationId } = github;
  if (appId !== undefined && privateKey !== undefined && installationId !== undefined) {
    return { apiUrl: github.apiUrl, credentials: { kind: "app", appId, privateKey, installationId } };
  }
  const variable = variables.find((name) => (io.env[name] ?? "") !== "");
  if (variable === undefined) return undefined;
  const apiUrl = runnerAddress(io, github.apiUrl, variable);
  return { apiUrl, credentials: { kind: "token", token: io.env[variable]! } };
}

/** Settings in an untrusted checkout must not send the environment's token to another server. */
function runnerAddress(io: CliIo, configured: string, variable: string): string {
  const address = io.env["GITHUB_API_URL"] || GITHUB;
  if (configured !== GITHUB && configured !== address) {
    throw usageError(
      "host_token_of_another",
      `${variable} belongs to the server in GITHUB_API_URL, not to the one in github.api_url`,
      "set EMEND_GITHUB_TOKEN for that server, or remove github.api_url from the settings",
    );
  }
  return address;
}

/** Where requests to GitHub go. */
export const githubAddress = async (io: CliIo): Promise<string> => {
  const { github } = await configOf(io);
  return github.token === undefined && github.appId === undefined
    ? io.env["GITHUB_API_URL"] || github.apiUrl
    : github.apiUrl;
};
