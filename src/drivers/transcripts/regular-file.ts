import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import * as zlib from "node:zlib";

// Windows lacks the last two. `undefined` counts as 0 in a bitwise or.
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const PART_BYTES = 1024 * 1024;
const HEAD_PART_BYTES = 64 * 1024;

interface ReadOptions {
  /** Whether the file itself may be a link. Its folders may be links in any case. */
  readonly followLink?: boolean;
  readonly partBytes?: number;
}

/** The path is a pipe, a device, a socket or a folder. */
export class NotRegularError extends Error {
  override readonly name = "NotRegularError";
}

/**
 * The bytes of a regular file, decompressed if its name ends with `.zst`. All parts share one buffer. A pipe, which would
 * block, and a device, which may have no end, are refused.
 */
export async function* readParts(path: string, options: ReadOptions = {}): AsyncGenerator<Buffer> {
  const { followLink = true, partBytes = PART_BYTES } = options;
  const handle = await open(path, O_RDONLY | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW));
  try {
    if (!(await handle.stat()).isFile()) throw new NotRegularError(`${path} is not a regular file`);
    const parts = partsOf(handle, partBytes);
    yield* path.endsWith(".zst") ? decompressed(parts) : parts;
  } finally {
    await handle.close();
  }
}

async function* partsOf(handle: FileHandle, partBytes: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(partBytes);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, partBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Node.js can decompress Zstandard since version 22.15. */
export const canDecompress = "createZstdDecompress" in zlib;

async function* decompressed(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (!canDecompress) throw new Error("Zstandard needs Node.js 22.15 or later");
  const stream = zlib.createZstdDecompress();
  // The loop below throws the errors of both.
  pipeline(Readable.from(copies(parts)), stream, () => undefined);
  for await (const part of stream) yield part as Buffer;
}

async function* copies(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}

/** The first bytes of a file as text, which may end in the middle of a character. */
export async function readHead(path: string, bytes: number): Promise<string> {
  const parts = readParts(path, { partBytes: Math.min(bytes, HEAD_PART_BYTES) });
  return (await firstBytes(parts, bytes)).toString("utf8");
}

export async function firstBytes(parts: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const found: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    const wanted = part.subarray(0, bytes - size);
    found.push(Buffer.from(wanted));
    size += wanted.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(found);
}
