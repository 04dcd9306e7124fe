import type { ReviewHistory } from "../../ports/review-history.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "./drivers-of.ts";
import { githubAccess } from "./github-access.ts";

/** Past reviews on GitHub, with the configured credentials or those of the `gh` command. */
export async function openReviewHistory(io: CliIo): Promise<ReviewHistory> {
  const access = await githubAccess(io, {
    variables: ["GH_TOKEN", "GITHUB_TOKEN"],
    hint: "set GITHUB_TOKEN to a token that can read the repository, such as: export GITHUB_TOKEN=$(gh auth token); without a token, GitHub allows 60 requests an hour and no GraphQL, which is too little for a public repository too",
  });
  return (await driversOf(io)).openReviewHistory(access);
}
