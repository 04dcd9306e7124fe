/** What `emend rules prompt --json` says, as far as it is compared. */
export interface Prompt {
  readonly rules: readonly { readonly rule_id: string }[];
}

/** What an old version said about its own store. */
export interface Answers {
  /** The rules that each task was given, which a trial decides by chance. */
  readonly given: readonly { readonly task: string; readonly rules: readonly string[] }[];
  /** By the command that was asked. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Commands whose answers about an old store must stay the same; `--json` is added. */
export const QUESTIONS: readonly (readonly [string, ...string[]])[] = [
  ["feedback", "list", "--limit", "100"],
  ["rules", "list"],
  ["audit", "list", "--limit", "100"],
  ["audit", "verify"],
  ["tokens", "list"],
  ["people", "list"],
  ["trials", "list"],
];
