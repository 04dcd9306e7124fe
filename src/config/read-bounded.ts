import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { fail, ok, type Result } from "../core/result.ts";

export interface BoundedText {
  readonly text: string;
  /** Whether all users of this machine can read it. */
  readonly readableByAll: boolean;
  readonly owner: number;
}

interface BoundedBytes extends Omit<BoundedText, "text"> {
  readonly bytes: Buffer;
}

/**
 * `any` follows links and waits for pipes, which the user may have named. `plain` accepts neither: what a repository
 * names must be a regular file.
 */
type FileForm = "any" | "plain";

/** Reads a text file up to a size. The error is the end of a sentence. */
export async function readBounded(
  path: string,
  mostBytes: number,
  form: FileForm = "any",
): Promise<Result<BoundedText, string>> {
  const read = await readBoundedBytes(path, mostBytes, form);
  if (!read.ok) return read;
  const { bytes, ...about } = read.value;
  try {
    return ok({ text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), ...about });
  } catch {
    return fail("it is not text in UTF-8");
  }
}

/** Reads a file up to a size. The error is the end of a sentence. */
export async function readBoundedBytes(
  path: string,
  mostBytes: number,
  form: FileForm = "any",
): Promise<Result<BoundedBytes, string>> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, form === "plain" ? PLAIN : constants.O_RDONLY);
    const stats = await file.stat();
    if (form === "plain" && !stats.isFile()) return fail("it is not a regular file");
    const chunks: Buffer[] = [];
    let length = 0;
    // A pipe delivers its content in pieces.
    for (;;) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, mostBytes + 1 - length));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      length += bytesRead;
      if (bytesRead === 0) break;
      chunks.push(chunk.subarray(0, bytesRead));
      if (length > mostBytes) return fail(`it is larger than ${mostBytes / 1024} KiB`);
    }
    const readableByAll = process.platform !== "win32" && (stats.mode & 0o004) !== 0;
    return ok({ bytes: Buffer.concat(chunks), readableByAll, owner: stats.uid });
  } catch (error) {
    return fail(reasonOf(error));
  } finally {
    await file?.close();
  }
}

const CHUNK_BYTES = 64 * 1024;

/** Does not block, so that opening a pipe without a writer returns at once. Windows lacks both flags. */
const PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EISDIR") return "it is a folder";
  if (code === "ELOOP") return "it is a link";
  return code ?? "unknown error";
}
