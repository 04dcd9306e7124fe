import { mkdir, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { OwnEntries } from "../../ports/catalogue.ts";
import { createProjectFiles } from "../files/project-files.ts";
import { isFolder } from "../files/is-folder.ts";

export interface OwnEntriesFile extends OwnEntries {
  /** Changes whenever the file may have changed. */
  stamp(): Promise<string>;
}

/** The project's own entries in a file, which may be missing. */
export function createOwnEntriesFile({ file }: { readonly file: string }): OwnEntriesFile {
  const [folder, name] = [dirname(file), basename(file)];
  return {
    name,
    stamp: async () => {
      try {
        const { mtimeMs, size, ino } = await stat(file);
        return `${mtimeMs} ${size} ${ino}`;
      } catch {
        return "";
      }
    },
    read: async () => {
      if (!(await isFolder(folder))) return null;
      return (await createProjectFiles({ root: folder }).read(name))?.text ?? null;
    },
    write: async (text, before) => {
      await mkdir(folder, { recursive: true });
      await createProjectFiles({ root: folder }).write(name, text, before);
    },
  };
}
