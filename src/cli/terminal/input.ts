import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { CliIo } from "../cli-io.ts";
import { usageError, externalFailure } from "../cli-error.ts";

/** Larger inputs are refused before they use up the memory. */
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/** Reads the named file, or standard input for `-` or no name. */
export async function readInput(io: CliIo, file: string | undefined, what: string): Promise<string> {
  if (file === undefined || file === "-") return readStdin(io, what);
  return readTextFile(io, file, what);
}

export async function readTextFile(io: CliIo, file: string, what: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(resolve(io.cwd, file));
  } catch (cause) {
    throw externalFailure(
      "file_unreadable",
      `cannot read ${what} from ${file}: ${readErrorText(cause, (cause as NodeJS.ErrnoException).code ?? "unknown error")}`,
      {
        hint: "check the path, or pipe the text into the command",
        cause,
      },
    );
  }
  return decode(bytes, what);
}

async function readStdin(io: CliIo, what: string): Promise<string> {
  if (io.stdin.isTTY === true) {
    throw usageError(
      "input_missing",
      `no input: expected ${what} on standard input or in a file`,
      "pipe it in with `emend … < file`, or name a file",
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
    size += bytes.length;
    if (size > MAX_INPUT_BYTES) throw tooLarge(what);
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks), what);
}

function decode(bytes: Buffer, what: string): string {
  if (bytes.length > MAX_INPUT_BYTES) throw tooLarge(what);
  // PowerShell's `>` writes UTF-16.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le").slice(1);
  return bytes.toString("utf8");
}

function tooLarge(what: string): Error {
  return usageError(
    "input_too_large",
    `${what} is larger than 256 MiB`,
    "split the input into smaller parts",
  );
}

/** Why a file cannot be read. */
export function readErrorText(cause: unknown, otherwise: string): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES") return "permission denied";
  return code === "EISDIR" ? "it is a folder" : otherwise;
}

/** Some editors start a file with a byte order mark. */
export const withoutBom = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
