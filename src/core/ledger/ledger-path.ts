import type { Feedback } from "../feedback/feedback.ts";
import type { LedgerFolders } from "./ledger-folders.ts";
import { pathPart } from "./path-part.ts";

const RECORD = /^(?:decisions|feedback)\/[A-Za-z0-9_][A-Za-z0-9._-]*\/(fb_[0-9a-f]{32})\.yaml$/;
const CORRECTION = /^corrections\/[A-Za-z0-9_][A-Za-z0-9._-]*\/correction\.diff$/;
const NO_GATE = "no-gate";

type FolderOf = LedgerFolders["find"];

/** `decisions/<gate>/<id>.yaml` for a person's decision, `feedback/<source kind>/<id>.yaml` for everything else. */
export function recordPath({ id, source, gate }: Feedback, folderOf: FolderOf): string {
  const file = `${pathPart(id)}.yaml`;
  return source.kind === "decision"
    ? `decisions/${folderOf("decisions", gate ?? NO_GATE)}/${file}`
    : `feedback/${folderOf("feedback", source.kind)}/${file}`;
}

export const correctionPath = (task: string, folderOf: FolderOf): string =>
  `corrections/${folderOf("corrections", task)}/correction.diff`;

/** The id of the record that a path is for, if it is for one. */
export const recordIdOf = (path: string): string | undefined => RECORD.exec(path)?.[1];

export const isCorrectionPath = (path: string): boolean => CORRECTION.test(path);

/** Whether the file is written from the store; every other file of the ledger belongs to people. */
export const isWrittenPath = (path: string): boolean => RECORD.test(path) || CORRECTION.test(path);
