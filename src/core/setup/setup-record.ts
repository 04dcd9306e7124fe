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
  kind: z.enum(["json", "block", "lines", "whole"]),
  /** Null where there was no file. */
  before: hash.nullable(),
  after: hash,
  /** How many of the folders that it lies in were made for it. */
  folders: z.int().min(0).max(10),
  insertions: z.array(z.strictObject({ at: offset, text: z.string() })).max(1000),
  added: z.record(z.string(), value),
  made: z.array(z.array(z.string()).max(5)).max(1000),
});

const record = z.strictObject({
  version: z.literal(1),
  /** Whether the folder of this very file was made for it. */
  folder_made: z.boolean(),
  /** In the order in which they were made. */
  changes: z.array(change).max(1000),
});

/** What `emend init` did to a file, with all that it takes to take it back. */
export type SetupChange = z.infer<typeof change>;
export type SetupRecord = z.infer<typeof record>;

export const writeSetupRecord = (kept: SetupRecord): string => `${JSON.stringify(kept, null, 2)}\n`;

export function readSetupRecord(text: string): Result<SetupRecord, { readonly message: string }> {
  try {
    const parsed = record.safeParse(JSON.parse(text));
    if (parsed.success) return ok(parsed.data);
  } catch {
    // Said below.
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
