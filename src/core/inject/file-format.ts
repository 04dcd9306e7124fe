import type { FileLimit } from "./file-limit.ts";

/** A kind of rule file that is ours as a whole. */
export interface FileFormat {
  readonly folder: string;
  /** Whether it can say for which paths it is read; where it cannot, its rules say so themselves. */
  readonly isScoped: boolean;
  /** The file for a set of globs with this slug, or for everywhere. */
  readonly fileName: (slug: string | null) => string;
  /** Whether a file of this name could be one of ours; its marker decides. */
  readonly mayBeOurs: (name: string) => boolean;
  /** Globs are as `portableGlobs` gives them; null is everywhere. */
  readonly render: (globs: readonly string[] | null, body: string) => string;
  readonly limit: FileLimit;
}
