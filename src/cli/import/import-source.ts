import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { CliError, usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { readErrorText, withoutBom } from "../terminal/input.ts";
import type { ImportFormat } from "./import.ts";

const HEAD_BYTES = 64 * 1024;

/** An input that is read sequentially. */
export interface ImportSource {
  /** As the user named it. */
  readonly name: string;
  readonly framing: ImportFraming;
  /** Absent for standard input. */
  readonly folder?: string;
  /** Detects changes; absent for inputs that cannot be read twice. */
  readonly identity?: SourceIdentity;
  /** The bytes from an offset, as UTF-8. Can be called once. Ends early without an error on `stop`. */
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
  readonly stop: AbortSignal;
}

/** Reads the start of an input to detect its format. Nothing stays open, because there may be thousands of files. */
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
    const stats = await stat(path);
    if (stats.isDirectory()) throw Object.assign(new Error(), { code: "EISDIR" });
    if (!stats.isFile()) return await openStream(createReadStream(path), name, options);
    const bytes = await readHead(path);
    if (isUtf16(bytes)) return await openStream(createReadStream(path), name, options);
    return {
      name,
      framing: detectFraming(textOf(bytes), options.format),
      folder: dirname(path),
      identity: { path, size: stats.size, mtime_ms: stats.mtimeMs, head: hashOf(bytes) },
      read: (offset) => {
        const stream = createReadStream(path, { start: offset });
        return stoppable(stream, name, options.stop);
      },
    };
  } catch (cause) {
    throw readFailure(name, cause);
  }
}

async function openStream(
  stream: Readable,
  name: string,
  { format, stop }: OpenSourceOptions,
): Promise<ImportSource> {
  const chunks = stoppable(stream, name, stop);
  const first: Buffer[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    size += next.value.length;
    if (next.value.includes(0x0a) && textOf(next.value).trim() !== "") break;
  }
  const head = Buffer.concat(first);
  async function* all(): AsyncGenerator<Buffer> {
    yield head;
    yield* chunks;
  }
  return {
    name,
    framing: detectFraming(textOf(head), format),
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
    // Destroying the stream ends the wait for more data with an error.
    if (!stop.aborted) throw readFailure(name, cause);
  } finally {
    stop.removeEventListener("abort", close);
    close();
  }
}

/** PowerShell's `>` writes UTF-16. */
async function* toUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new StringDecoder("utf16le");
  for await (const bytes of chunks) yield Buffer.from(decoder.write(bytes), "utf8");
  yield Buffer.from(decoder.end(), "utf8");
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

const textOf = (bytes: Buffer): string => withoutBom(bytes.toString(isUtf16(bytes) ? "utf16le" : "utf8"));

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

function readFailure(name: string, cause: unknown): Error {
  if (cause instanceof CliError) return cause;
  const reason = readErrorText(cause, (cause as Error).message);
  return externalFailure("file_unreadable", `cannot read ${name}: ${reason}`, {
    hint: "check the path, or pipe the text into the command with -",
    cause,
  });
}

/** Whether entries are lines or JSON values of any layout. */
type ImportFraming = "lines" | "values";

/**
 * Detects the framing from the start of an input. Lines are preferred, because an invalid one does not affect the others. An
 * array, or an object over several lines, has to be read value by value.
 */
export function detectFraming(head: string, format: ImportFormat | undefined): ImportFraming {
  if (format === "sarif") return "values";
  const text = head.trimStart();
  if (text.startsWith("[")) return "values";
  const end = text.indexOf("\n");
  if (!text.startsWith("{")) return "lines";
  if (end < 0) return isSarifHead(text) ? "values" : "lines";
  const last = text.slice(0, end).trimEnd().at(-1);
  if (last === "[") return "values";
  // A truncated line may end like this too, but then another object follows.
  const next = text.slice(end).trimStart().at(0);
  return (last === "{" || last === ",") && (next === '"' || next === "}") ? "values" : "lines";
}

/** A SARIF log on one line may exceed the limit for lines. */
function isSarifHead(text: string): boolean {
  const words = ['"runs"', '"$schema"', "sarif"];
  return words.some((word) => text.slice(0, 2_000).includes(word));
}
