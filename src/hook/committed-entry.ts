import { z } from "zod";
import { type CommitRun, commitRunSchema } from "../core/why/commit-run.ts";

const { commit: _commit, source: _source, schema: _schema, ...shared } = commitRunSchema.shape;

/** Commits that an agent made, as the hook saw them: not yet looked up in the repository. */
export interface CommittedEntry extends Omit<CommitRun, "schema" | "commit" | "source"> {
  /** The ids that git printed, shortened; empty if it printed none. */
  readonly names: readonly string[];
}

export const committedEntrySchema = z.strictObject({
  ...shared,
  names: z.array(z.string().regex(/^[0-9a-f]{7,64}$/)).max(20),
}) satisfies z.ZodType<CommittedEntry>;
