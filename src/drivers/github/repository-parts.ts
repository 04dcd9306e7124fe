import { GithubError } from "./github-error.ts";
import type { Remark } from "./github-answers.ts";

/** Splits `owner/name` into the parameters of the API's paths. */
export function repositoryParts(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = "", repo = "", ...rest] = repository.split("/");
  if (owner === "" || repo === "" || rest.length > 0) {
    throw new GithubError("host_misconfigured", "expected a repository as owner/name");
  }
  return { owner, repo };
}

/** Logins are case-insensitive. */
export const isBy = ({ user }: Remark, login: string): boolean =>
  user?.login.toLowerCase() === login.toLowerCase();
