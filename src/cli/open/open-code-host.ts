import type { CodeHost } from "../../ports/code-host.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "./drivers-of.ts";
import { githubAccess } from "./github-access.ts";

/** GitHub as configured, otherwise with the credentials of the workflow runner. */
export async function openCodeHost(io: CliIo): Promise<CodeHost> {
  const access = await githubAccess(io, ["GITHUB_TOKEN"]);
  if (access !== undefined) return (await driversOf(io)).openCodeHost(access);
  throw usageError(
    "host_credentials_missing",
    "no GitHub credentials: expected github.token, an App's three settings, or GITHUB_TOKEN",
    "set EMEND_GITHUB_TOKEN, or github.app_id, github.app_key and github.installation_id together; --dry-run needs no credentials",
  );
}
