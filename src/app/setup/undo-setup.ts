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
import { parseRecord, removeFile, type SetupWriter } from "./apply-setup.ts";

/** One file as it is, and as it is to be without what was put in; null is no file. */
interface UndoneFile {
  readonly path: string;
  readonly before: string;
  readonly after: string | null;
  /** The folders that were made for it. */
  readonly folders: number;
}

export interface UndoPlan {
  readonly files: readonly UndoneFile[];
  readonly left: readonly SkippedFile[];
  /** The record as it was read, and what of it stays because a file does. */
  readonly recordText: string;
  readonly record: SetupRecord;
}

/** What it takes to take everything back, or nothing where there is no record. Nothing is written. */
export const planUndo =
  ({ files, hash }: Pick<SetupWriter, "files" | "hash">) =>
  async (): Promise<UndoPlan | undefined> => {
    const kept = await files.read(RECORD_PATH);
    if (kept === undefined) return undefined;
    const record = parseRecord(kept.text);
    const states = new Map<
      string,
      { readonly before: string | null; readonly after: string | null; readonly folders: number }
    >();
    const left = new Map<string, SkippedFile>();
    const staying: SetupChange[] = [];
    for (const change of record.changes.toReversed()) {
      const { path } = change;
      const stay = (code: string, message: string): void => {
        staying.unshift(change);
        left.set(path, { path, code, message });
      };
      if (!isSetupPath(path)) {
        stay("record_wrong", "the record names a file that `emend init` never writes");
        continue;
      }
      if (left.has(path)) {
        staying.unshift(change);
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
      left: [...left.values()],
      recordText: kept.text,
      record: { ...record, changes: staying },
    };
  };

/** Carries it out. The record goes last: whatever stops this, the next try finds what is left to do. */
export const applyUndo =
  (writer: SetupWriter) =>
  async ({ files: undone, record, recordText }: UndoPlan): Promise<void> => {
    const { files } = writer;
    for (const { path, before, after, folders } of undone) {
      if (after === null) await removeFile(writer, path, before, folders);
      else await files.write(path, after, before);
    }
    if (record.changes.length > 0) {
      await files.write(RECORD_PATH, writeSetupRecord(record), recordText);
    } else {
      await dropOwnIgnore(files);
      await removeFile(writer, RECORD_PATH, recordText, record.folder_made ? 1 : 0);
    }
    await keepOutOfGit(files, record.changes.length > 0);
  };

const HOME = ".emend";
const OWN_IGNORE = { path: `${HOME}/.gitignore`, text: "*\n" };

/** A store stays where it is; without the line that was taken out, a commit could hold it. The record alone needs no care. */
async function keepOutOfGit(files: SetupWriter["files"], isRecordLeft: boolean): Promise<void> {
  if ((await files.kindOf(HOME)) !== "folder" || (await files.kindOf(OWN_IGNORE.path)) !== undefined) return;
  const names = await files.list(HOME);
  if (isRecordLeft && names.length === 1) return;
  await files.write(OWN_IGNORE.path, OWN_IGNORE.text, null);
}

/** So that an otherwise empty folder can go; if it stays, it gets the file again. */
async function dropOwnIgnore(files: SetupWriter["files"]): Promise<void> {
  const others = (await files.list(HOME)).filter((name) => `${HOME}/${name}` !== RECORD_PATH);
  if (others.join() !== ".gitignore") return;
  if ((await files.read(OWN_IGNORE.path))?.text === OWN_IGNORE.text) {
    await files.remove(OWN_IGNORE.path, OWN_IGNORE.text);
  }
}
