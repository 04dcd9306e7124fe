import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

// Windows has neither of the last two, and nothing in a bitwise or counts as 0.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

interface ReadOptions {
  readonly most: number;
  /** Whether a link may stand in the file's place; its folders may be links anyway. */
  readonly followLink?: boolean;
}

/** Why a file was not read. */
export type Unread = "missing" | "not_regular" | "too_large" | "failed";

/** The bytes of a regular file. A pipe, which would keep the reader waiting, and a device are not opened for reading. */
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
