import { existsSync, readFileSync } from "node:fs";

/** Whether a SQLite file or its log holds these words anywhere, shown or not. */
export const fileHolds = (file: string, words: string): boolean =>
  [file, `${file}-wal`].some((part) => existsSync(part) && readFileSync(part).includes(words));
