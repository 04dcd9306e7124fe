import type { ConfigKey } from "./config-keys.ts";

/** A value that somebody set, before it is checked. */
export interface Given {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** Where it was set, as people look for it: `emend.yaml:12`, `EMEND_STORE`, `--store`. */
  readonly source: string;
  /** The folder that its relative paths are meant from. */
  readonly base: string;
  /** Whether it came as text, whatever the key takes. */
  readonly asText: boolean;
  /** Whether `value` names the file that the real value is in. */
  readonly inFile: boolean;
  /** The repository whose own file says so; files that it names must be in there. */
  readonly repository?: string;
}

export interface ConfigProblem {
  readonly code:
    | "config_unreadable"
    | "config_syntax"
    | "unknown_key"
    | "duplicate_key"
    | "invalid_value"
    | "secret_unreadable"
    | "outside_repository";
  /** `emend.yaml:12`, or what else the problem is in. */
  readonly source: string;
  readonly message: string;
}

/** What one source said. */
export interface Reading {
  readonly given: readonly Given[];
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly string[];
}

const FILE_PREFIX = "file:";

/** The path in `file:/path`, the form in which a secret names its file. */
export const namedFile = (value: unknown): string | undefined =>
  typeof value === "string" && value.startsWith(FILE_PREFIX)
    ? value.slice(FILE_PREFIX.length).replace(/^\/\/(?=\/)/, "")
    : undefined;

/** Whether an entry of a list names a file; a bare word is the name of something built in. */
export const looksLikeFile = (entry: string): boolean => /[/\\]|\.json$/i.test(entry);
