import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { CliError, usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { ImportFormat } from "./import.ts";

const HEAD_BYTES = 64 * 1024;

/** An input that is read from front to back. */
export interface ImportSource {
  /** As the user wrote it. */
  readonly name: string;
  readonly framing: ImportFraming;
  /** The folder that it is in; absent for standard input. */
  readonly folder?: string;
  /** What tells whether it is still the same; absent for what cannot be read twice. */
  readonly identity?: SourceIdentity;
  /** The bytes from an offset on, in UTF-8, once; ends early and without an error when told to stop. */
  read(offset: number): AsyncIterable<Buffer>;
}

export interface SourceIdentity {
  readonly path: string;
  readonly size: number;
  readonly mtime_ms: number;
  /** Hash of the first bytes. */
  readonly head: string;
}

export interface OpenSourceOptions {
  readonly format: ImportFormat | undefined;
  /** Ends waiting and reading. */
  readonly stop: AbortSignal;
}

/** Looks at an input's beginning and keeps none of it, since there may be thousands of files. */
export async function openSource(io: CliIo, name: string, options: OpenSourceOptions): Promise<ImportSource> {
  if (name === "-") {
    if (io.stdin.isTTY === true) {
      throw usageError(
        "input_missing",
        "no input: feedback is read from files or from standard input",
        "for example: emend import decisions.jsonl",
      );
    }
    return openStream(io.stdin, "standard input", options);
  }
  const path = resolve(io.cwd, name);
  try {
    const { size, mtimeMs, ...kind } = await factsOf(path);
    if (kind.isFolder) throw Object.assign(new Error(), { code: "EISDIR" });
    if (!kind.isFile) return await openStream(createReadStream(path), name, options);
    const bytes = await readHead(path);
    if (isUtf16(bytes)) return await openStream(createReadStream(path), name, options);
    return {
      name,
      framing: framingOf(textOf(bytes), options.format),
      folder: dirname(path),
      identity: { path, size, mtime_ms: mtimeMs, head: hashOf(bytes) },
      read: (offset) => {
        const stream = createReadStream(path, { start: offset });
        return stoppable(stream, name, options.stop);
      },
    };
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

async function openStream(
  stream: Readable,
  name: string,
  { format, stop }: OpenSourceOptions,
): Promise<ImportSource> {
  const waiting = stoppable(stream, name, stop);
  const first: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await waiting.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.length;
    if (next.value.includes(0x0a) && textOf(next.value).trim() !== "") break;
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* waiting;
  }
  return {
    name,
    framing: framingOf(textOf(head), format),
    read: () => (isUtf16(head) ? toUtf8(all()) : all()),
  };
}

async function* stoppable(stream: Readable, name: string, stop: AbortSignal): AsyncGenerator<Buffer, void> {
  const close = (): void => void stream.destroy();
  if (stop.aborted) close();
  stop.addEventListener("abort", close, { once: true });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      if (stop.aborted) return;
      yield typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk;
    }
  } catch (cause) {
    // Closing the stream is how waiting for more of it ends.
    if (!stop.aborted) throw unreadable(name, cause);
  } finally {
    stop.removeEventListener("abort", close);
    close();
  }
}

/** What PowerShell's `>` writes. */
async function* toUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder("utf16le");
  for await (const bytes of chunks) yield Buffer.from(decoder.write(bytes), "utf8");
  yield Buffer.from(decoder.end(), "utf8");
}

async function factsOf(path: string) {
  const facts = await stat(path);
  return { size: facts.size, mtimeMs: facts.mtimeMs, isFile: facts.isFile(), isFolder: facts.isDirectory() };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;

/** Without the byte order mark. */
const textOf = (bytes: Buffer): string =>
  bytes.toString(isUtf16(bytes) ? "utf16le" : "utf8").replace(/^\ufeff/, "");

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

function unreadable(name: string, cause: unknown): Error {
  if (cause instanceof CliError) return cause;
  const code = (cause as NodeJS.ErrnoException).code;
  const reason =
    code === "ENOENT"
      ? "there is no such file"
      : code === "EACCES"
        ? "permission denied"
        : code === "EISDIR"
          ? "it is a folder"
          : (cause as Error).message;
  return externalFailure("file_unreadable", `cannot read ${name}: ${reason}`, {
    hint: "check the path, or pipe the text into the command with -",
    cause,
  });
}

/** How entries lie in an input. */
type ImportFraming = "lines" | "values";

/**
 * Told from the beginning of an input. Lines are preferred, because a broken one does not hide those behind
 * it; a list, or an object spread over several lines, can only be read value by value.
 */
export function framingOf(head: string, format: ImportFormat | undefined): ImportFraming {
  if (format === "sarif") return "values";
  const text = head.trimStart();
  if (text.startsWith("[")) return "values";
  const end = text.indexOf("\n");
  if (!text.startsWith("{")) return "lines";
  if (end < 0) return isSarifHead(text) ? "values" : "lines";
  const last = text.slice(0, end).trimEnd().at(-1);
  if (last === "[") return "values";
  // A line that was cut off may end like this too, and is followed by another object.
  const next = text.slice(end).trimStart().at(0);
  return (last === "{" || last === ",") && (next === '"' || next === "}") ? "values" : "lines";
}

/** A log on one line, which may be longer than any line of JSONL. */
function isSarifHead(text: string): boolean {
  const words = ['"runs"', '"$schema"', "sarif"];
  return words.some((word) => text.slice(0, 2_000).includes(word));
}
