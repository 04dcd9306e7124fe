import { GithubError } from "./github-error.ts";
import type { RemarkAnswer } from "./github-answers.ts";

/** Splits `owner/name` into the parameters of the API's paths. */
export function repositoryParts(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = "", repo = "", ...rest] = repository.split("/");
  if (!isName(owner) || !isName(repo) || rest.length > 0) {
    throw new GithubError("host_misconfigured", "expected a repository as owner/name");
  }
  return { owner, repo };
}

/** Dots alone would lead to another path. */
const isName = (name: string): boolean => /^(?!\.{1,2}$)[\w.-]{1,100}$/.test(name);

/** Logins are case-insensitive. */
export const isBy = ({ user }: RemarkAnswer, login: string): boolean =>
  user?.login.toLowerCase() === login.toLowerCase();
