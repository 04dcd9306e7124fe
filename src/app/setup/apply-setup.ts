import type { Digest } from "../../core/audit/audit-entry.ts";
import type { SetupFile } from "../../core/setup/setup-change.ts";
import {
  readSetupRecord,
  RECORD_PATH,
  type SetupRecord,
  toSetupChange,
  writeSetupRecord,
} from "../../core/setup/setup-record.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";

/** Removes a file's empty parent folders, up to this many. */
export type ClearFolders = (place: string, folders: number) => Promise<void>;

export interface SetupWriter {
  readonly files: ProjectFiles;
  readonly clearFolders: ClearFolders;
  readonly hash: Digest;
}

/**
 * Applies a plan. The record is written first, so that a crash leaves nothing that cannot be undone. If a file
 * cannot be written, the earlier ones are restored.
 */
export const applySetup =
  (writer: SetupWriter) =>
  async (planned: readonly SetupFile[]): Promise<void> => {
    const { files, hash } = writer;
    const recordBefore = (await files.read(RECORD_PATH))?.text ?? null;
    const record = recordBefore === null ? await newRecord(files) : parseRecord(recordBefore);
    const folders = new Map<string, number>();
    for (const { path, before } of planned) {
      folders.set(path, before === null ? await countMissing(files, path) : 0);
    }
    const changes = planned.map((file) => toSetupChange(file, folders.get(file.path) ?? 0, hash));
    const text = writeSetupRecord({ ...record, changes: [...record.changes, ...changes] });
    await files.write(RECORD_PATH, text, recordBefore);
    const done: SetupFile[] = [];
    for (const file of planned) {
      try {
        await files.write(
          file.path,
          file.after,
          file.before,
          file.executable === true ? { executable: true } : {},
        );
        done.push(file);
      } catch (cause) {
        if (!(cause instanceof ExternalError)) throw cause;
        await clearFailed(writer, file.path, folders.get(file.path) ?? 0);
        const stuck = await rollBack(writer, done, folders);
        if (stuck.length === 0) await dropRecord(writer, text, recordBefore, record.folder_made);
        throw failure(cause, stuck);
      }
    }
  };

const newRecord = async (files: ProjectFiles): Promise<SetupRecord> => ({
  version: 1,
  folder_made: (await files.kindOf(".emend")) === undefined,
  changes: [],
});

export function parseRecord(text: string): SetupRecord {
  const read = readSetupRecord(text);
  if (!read.ok) throw new ExternalError("record_broken", read.error.message);
  return read.value;
}

async function countMissing(files: ProjectFiles, path: string): Promise<number> {
  const parts = path.split("/").slice(0, -1);
  let missing = 0;
  while (missing < parts.length) {
    const folder = parts.slice(0, parts.length - missing).join("/");
    if ((await files.kindOf(folder)) !== undefined) break;
    missing += 1;
  }
  return missing;
}

/** Removes a file with the folders that were created for it. */
export async function removeSetupFile(
  { files, clearFolders }: Pick<SetupWriter, "files" | "clearFolders">,
  path: string,
  text: string,
  folders: number,
): Promise<void> {
  const file = await files.read(path);
  await files.remove(path, text);
  if (file !== undefined && folders > 0) await clearFolders(file.place, folders);
}

/** Folders are created before the file is written; the record's path shows where they are. */
async function clearFailed(
  { files, clearFolders }: SetupWriter,
  path: string,
  folders: number,
): Promise<void> {
  const recordFolder = (await files.read(RECORD_PATH))?.place.replaceAll("\\", "/") ?? "";
  if (folders === 0 || !recordFolder.endsWith(`/${RECORD_PATH}`)) return;
  await clearFolders(recordFolder.slice(0, -RECORD_PATH.length) + path, folders);
}

/** The paths that could not be restored. */
async function rollBack(
  writer: SetupWriter,
  done: readonly SetupFile[],
  folders: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const stuck: string[] = [];
  for (const { path, before, after } of done.toReversed()) {
    try {
      if (before === null) await removeSetupFile(writer, path, after, folders.get(path) ?? 0);
      else await writer.files.write(path, before, after);
    } catch (cause) {
      if (!(cause instanceof ExternalError)) throw cause;
      stuck.push(path);
    }
  }
  return stuck;
}

async function dropRecord(
  writer: SetupWriter,
  text: string,
  recordBefore: string | null,
  folderMade: boolean,
): Promise<void> {
  if (recordBefore === null) await removeSetupFile(writer, RECORD_PATH, text, folderMade ? 1 : 0);
  else await writer.files.write(RECORD_PATH, recordBefore, text);
}

const failure = (cause: ExternalError, stuck: readonly string[]): ExternalError =>
  stuck.length === 0
    ? new ExternalError("setup_failed", `${cause.message}; nothing was changed`, cause)
    : new ExternalError(
        "setup_partial",
        `${cause.message}; ${stuck.join(", ")} had already changed, undo that with \`emend init --undo\``,
        cause,
      );
