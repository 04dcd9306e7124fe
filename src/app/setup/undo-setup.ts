import { isSetupPath } from "../../core/setup/setup-paths.ts";
import type { SkippedFile } from "../../core/setup/setup-change.ts";
import {
  RECORD_PATH,
  type SetupChange,
  type SetupRecord,
  writeSetupRecord,
} from "../../core/setup/setup-record.ts";
import { undoChange } from "../../core/setup/undo-change.ts";
import { ExternalError } from "../../ports/errors.ts";
import { parseRecord, removeSetupFile, type SetupWriter } from "./apply-setup.ts";

/** One file before and after the undo; null for no file. */
interface UndoneFile {
  readonly path: string;
  readonly before: string;
  readonly after: string | null;
  /** The number of folders that were created for it. */
  readonly folders: number;
}

export interface UndoPlan {
  readonly files: readonly UndoneFile[];
  readonly left: readonly SkippedFile[];
  /** The record as it was read, and what remains of it because a file was skipped. */
  readonly recordText: string;
  readonly record: SetupRecord;
}

/** Plans the undo without writing anything; undefined if there is no record. */
export const planUndo =
  ({ files, hash }: Pick<SetupWriter, "files" | "hash">) =>
  async (): Promise<UndoPlan | undefined> => {
    const recordFile = await files.read(RECORD_PATH);
    if (recordFile === undefined) return undefined;
    const record = parseRecord(recordFile.text);
    const states = new Map<
      string,
      { readonly before: string | null; readonly after: string | null; readonly folders: number }
    >();
    const skipped = new Map<string, SkippedFile>();
    const remaining: SetupChange[] = [];
    for (const change of record.changes.toReversed()) {
      const { path } = change;
      const stay = (code: string, message: string): void => {
        remaining.unshift(change);
        skipped.set(path, { path, code, message });
      };
      if (!isSetupPath(path)) {
        stay("record_wrong", "the record names a file that `emend init` never writes");
        continue;
      }
      if (skipped.has(path)) {
        remaining.unshift(change);
        continue;
      }
      try {
        const text = states.has(path) ? null : ((await files.read(path))?.text ?? null);
        const state = states.get(path) ?? { before: text, after: text, folders: 0 };
        const undone = undoChange(change, state.after, hash);
        if (!undone.ok) stay(undone.code, undone.message);
        else {
          const folders = Math.max(state.folders, change.folders);
          states.set(path, { ...state, after: undone.text, folders });
        }
      } catch (cause) {
        if (!(cause instanceof ExternalError)) throw cause;
        stay(cause.code, cause.message);
      }
    }
    return {
      files: [...states].flatMap(([path, { before, after, folders }]) =>
        before === null || before === after ? [] : [{ path, before, after, folders }],
      ),
      left: [...skipped.values()],
      recordText: recordFile.text,
      record: { ...record, changes: remaining },
    };
  };

/** Applies the undo. The record is updated last, so that an interrupted undo can be repeated. */
export const applyUndo =
  (writer: SetupWriter) =>
  async ({ files: undone, record, recordText }: UndoPlan): Promise<void> => {
    const { files } = writer;
    for (const { path, before, after, folders } of undone) {
      if (after === null) await removeSetupFile(writer, path, before, folders);
      else await files.write(path, after, before);
    }
    if (record.changes.length > 0) {
      await files.write(RECORD_PATH, writeSetupRecord(record), recordText);
    } else {
      await dropOwnIgnore(files);
      await removeSetupFile(writer, RECORD_PATH, recordText, record.folder_made ? 1 : 0);
    }
    await keepOutOfGit(files, record.changes.length > 0);
  };

const HOME = ".emend";
const OWN_IGNORE = { path: `${HOME}/.gitignore`, text: "*\n" };

/** The store stays, and without the removed line it could be committed. The record alone needs no protection. */
async function keepOutOfGit(files: SetupWriter["files"], isRecordLeft: boolean): Promise<void> {
  if ((await files.kindOf(HOME)) !== "folder" || (await files.kindOf(OWN_IGNORE.path)) !== undefined) return;
  const names = await files.list(HOME);
  if (isRecordLeft && names.length === 1) return;
  await files.write(OWN_IGNORE.path, OWN_IGNORE.text, null);
}

/** Lets an otherwise empty folder be removed; if it stays, it gets the file again. */
async function dropOwnIgnore(files: SetupWriter["files"]): Promise<void> {
  const others = (await files.list(HOME)).filter((name) => `${HOME}/${name}` !== RECORD_PATH);
  if (others.join() !== ".gitignore") return;
  if ((await files.read(OWN_IGNORE.path))?.text === OWN_IGNORE.text) {
    await files.remove(OWN_IGNORE.path, OWN_IGNORE.text);
  }
}
