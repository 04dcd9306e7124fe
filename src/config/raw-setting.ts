import type { ConfigKey } from "./config-keys.ts";

/** A setting from one source, before validation. */
export interface RawSetting {
  readonly key: ConfigKey;
  readonly value: unknown;
  /** Where it was set: `emend.yaml:12`, `EMEND_STORE`, `--store`. */
  readonly source: string;
  /** The folder that relative paths refer to. */
  readonly base: string;
  /** Whether the value is text that still has to be converted to the key's type. */
  readonly asText: boolean;
  /** Whether `value` is the path of the file that contains the real value. */
  readonly inFile: boolean;
  /** The repository whose file set it. Files that it names must be inside. */
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
  /** `emend.yaml:12`, or another source. */
  readonly source: string;
  readonly message: string;
}

/** What one source sets. */
export interface ParsedSettings {
  readonly rawSettings: readonly RawSetting[];
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly string[];
}

const FILE_PREFIX = "file:";

/** The path in `file:/path`, with which a secret can name its file. */
export const parseFileReference = (value: unknown): string | undefined =>
  typeof value === "string" && value.startsWith(FILE_PREFIX)
    ? value.slice(FILE_PREFIX.length).replace(/^\/\/(?=\/)/, "")
    : undefined;

/** Whether an entry of a list is a file. A bare word is the name of something built in. */
export const looksLikeFile = (entry: string): boolean => /[/\\]|\.json$/i.test(entry);
