import { open, type FileHandle } from "node:fs/promises";
import { fail, ok, type Result } from "../core/result.ts";

export interface BoundedText {
  readonly text: string;
  /** Whether everybody on this machine may read it. */
  readonly readableByAll: boolean;
}

/** A text file up to a size; answers why not, as the end of a sentence. */
export async function readBounded(path: string, mostBytes: number): Promise<Result<BoundedText, string>> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { mode } = await file.stat();
    const bytes = Buffer.alloc(mostBytes + 1);
    let length = 0;
    // A pipe answers in pieces.
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) break;
    }
    if (length > mostBytes) return fail(`it is larger than ${mostBytes / 1024} KiB`);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
    return ok({ text, readableByAll: process.platform !== "win32" && (mode & 0o004) !== 0 });
  } catch (error) {
    return fail(reasonOf(error));
  } finally {
    await file?.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return "it is not text in UTF-8";
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EISDIR") return "it is a folder";
  return code ?? "unknown error";
}
