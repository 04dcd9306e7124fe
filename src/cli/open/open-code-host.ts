import type { CodeHost } from "../../ports/code-host.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { driversOf } from "./drivers-of.ts";

const GITHUB = "https://api.github.com";

/** GitHub as configured, otherwise with the credentials of the workflow runner. */
export async function openCodeHost(io: CliIo): Promise<CodeHost> {
  const { github } = await configOf(io);
  const { openCodeHost: open } = await driversOf(io);
  if (github.token !== undefined) {
    return open({ apiUrl: github.apiUrl, credentials: { kind: "token", token: github.token } });
  }
  const { appId, appKey: privateKey, installationId } = github;
  if (appId !== undefined && privateKey !== undefined && installationId !== undefined) {
    return open({ apiUrl: github.apiUrl, credentials: { kind: "app", appId, privateKey, installationId } });
  }
  const token = io.env["GITHUB_TOKEN"] ?? "";
  if (token === "") {
    throw usageError(
      "host_credentials_missing",
      "no GitHub credentials: expected github.token, an App's three settings, or GITHUB_TOKEN",
      "set EMEND_GITHUB_TOKEN, or github.app_id, github.app_key and github.installation_id together; --dry-run needs no credentials",
    );
  }
  return open({ apiUrl: runnerAddress(io, github.apiUrl), credentials: { kind: "token", token } });
}

/** Settings in an untrusted checkout must not send the runner's token to another server. */
function runnerAddress(io: CliIo, configured: string): string {
  const address = io.env["GITHUB_API_URL"] || GITHUB;
  if (configured !== GITHUB && configured !== address) {
    throw usageError(
      "host_token_of_another",
      "GITHUB_TOKEN belongs to the server in GITHUB_API_URL, not to the one in github.api_url",
      "set EMEND_GITHUB_TOKEN for that server, or remove github.api_url from the settings",
    );
  }
  return address;
}
