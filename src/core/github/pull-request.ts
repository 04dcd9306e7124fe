/** Where a change waits to be merged. */
export interface PullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

/** Reads `owner/name#12`. */
export function parsePullRequest(text: string): PullRequest | undefined {
  const [, repository, number] = /^([\w.-]{1,100}\/[\w.-]{1,100})#([1-9]\d{0,9})$/.exec(text) ?? [];
  if (repository === undefined || repository.split("/").some((part) => /^\.+$/.test(part))) return undefined;
  return { repository, number: Number(number) };
}
