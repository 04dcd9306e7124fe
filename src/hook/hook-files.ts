import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A small file as text; nothing where it is not there, too large, not readable, or no file: a device never ends. */
export function readSmall(file: string, most: number): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= most ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** As a whole or not at all: a reader never sees half of it, and a crash leaves the old one. */
export function writeWhole(file: string, text: string, { durable = false } = {}): void {
  const draft = join(dirname(file), `.${process.pid}-${(drafts += 1)}-${Date.now()}.tmp`);
  try {
    const handle = openSync(draft, "wx", 0o600);
    try {
      writeSync(handle, text);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

let drafts = 0;

/** A folder that nobody else may look into; its parents are made one at a time. */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    makePrivateFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}
