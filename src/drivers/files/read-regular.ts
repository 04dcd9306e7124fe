import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

// Windows lacks the last two. `undefined` counts as 0 in a bitwise or.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

interface ReadOptions {
  readonly most: number;
  /** Whether the file itself may be a link. Its folders may be links in any case. */
  readonly followLink?: boolean;
}

export type Unread = "missing" | "not_regular" | "too_large" | "failed";

/** Reads a regular file. Never opens a pipe, which would block, or a device for reading. */
export function readRegular(file: string, { most, followLink = false }: ReadOptions): Buffer | Unread {
  let handle: number;
  try {
    handle = openSync(file, O_RDONLY | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "missing";
    return code === "ELOOP" || code === "EMLINK" || code === "ENXIO" ? "not_regular" : "failed";
  }
  try {
    const { size, ...found } = fstatSync(handle);
    if (!isFile(found.mode)) return "not_regular";
    return size > most ? "too_large" : readAll(handle, size);
  } catch {
    return "failed";
  } finally {
    closeSync(handle);
  }
}

const isFile = (mode: number): boolean => (mode & constants.S_IFMT) === constants.S_IFREG;

function readAll(handle: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const count = readSync(handle, bytes, length, size - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
