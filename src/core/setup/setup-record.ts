import { z } from "zod";
import type { Digest } from "../audit/audit-entry.ts";
import { fail, ok, type Result } from "../result.ts";
import type { SetupFile } from "./setup-change.ts";

export const RECORD_PATH = ".emend/init.json";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const offset = z.int().min(0).max(0x1000000);
const value: z.ZodType<string | number | Record<string, z.core.util.JSONType>> = z.union([
  z.string(),
  z.number(),
  z.record(z.string(), z.json()),
]);

const change = z.strictObject({
  path: z.string().min(1).max(500),
  kind: z.enum(["json", "block", "lines", "text", "whole"]),
  /** Null if there was no file. */
  before: hash.nullable(),
  after: hash,
  /** How many of its parent folders were created. */
  folders: z.int().min(0).max(10),
  insertions: z.array(z.strictObject({ at: offset, text: z.string() })).max(1000),
  added: z.record(z.string(), value),
  made: z.array(z.array(z.string()).max(5)).max(1000),
});

const record = z.strictObject({
  version: z.literal(1),
  /** Whether this file's own folder was created. */
  folder_made: z.boolean(),
  /** In order. */
  changes: z.array(change).max(1000),
});

/** A change by `emend init`, with everything needed to undo it. */
export type SetupChange = z.infer<typeof change>;
export type SetupRecord = z.infer<typeof record>;

export const writeSetupRecord = (setupRecord: SetupRecord): string =>
  `${JSON.stringify(setupRecord, null, 2)}\n`;

export function readSetupRecord(text: string): Result<SetupRecord, { readonly message: string }> {
  try {
    const parsed = record.safeParse(JSON.parse(text));
    if (parsed.success) return ok(parsed.data);
  } catch {
    // Reported below.
  }
  return fail({
    message: `${RECORD_PATH} was changed since \`emend init\` wrote it; move it away and run this again`,
  });
}

export const toSetupChange = (file: SetupFile, folders: number, digest: Digest): SetupChange => ({
  path: file.path,
  kind: file.kind,
  before: file.before === null ? null : digest(file.before),
  after: digest(file.after),
  folders,
  insertions: file.before === null ? [] : [...file.insertions],
  added: { ...file.added } as SetupChange["added"],
  made: file.made.map((path) => [...path]),
});
