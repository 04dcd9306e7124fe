import type { ReviewHistory } from "../../ports/review-history.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "./drivers-of.ts";
import { githubAccess } from "./github-access.ts";

/** Past reviews on GitHub, with the configured credentials or those of the `gh` command. */
export async function openReviewHistory(io: CliIo): Promise<ReviewHistory> {
  const access = await githubAccess(io, ["GH_TOKEN", "GITHUB_TOKEN"]);
  if (access !== undefined) return (await driversOf(io)).openReviewHistory(access);
  throw usageError(
    "host_credentials_missing",
    "no GitHub credentials: expected github.token, an App's three settings, GH_TOKEN or GITHUB_TOKEN. Without a token GitHub allows 60 requests an hour, which is too few even for a public repository",
    "run: export GITHUB_TOKEN=$(gh auth token)",
  );
}
