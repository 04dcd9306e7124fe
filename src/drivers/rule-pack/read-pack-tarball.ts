import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { PACK_FILE } from "../../core/rule-pack/rule-pack.ts";
import { PackError } from "../../ports/rule-packs.ts";
import { readRegular } from "../files/read-regular.ts";
import { decodePack } from "./decode-pack.ts";
import { tooLarge } from "./run-bounded.ts";

const MAX_TARBALL = 16 * 1024 * 1024;
const MAX_UNPACKED = 64 * 1024 * 1024;
const BLOCK = 512;

/** Reads the pack's file from a tarball of npm. Nothing is unpacked, so no entry can be written anywhere. */
export async function readPackTarball(file: string, place: string): Promise<string> {
  const bytes = readRegular(file, { most: MAX_TARBALL, followLink: true });
  if (bytes === "missing") throw new PackError("pack_not_found", `there is no file ${place}; check the path`);
  if (bytes === "too_large") throw tooLarge(place, MAX_TARBALL);
  if (typeof bytes === "string")
    throw new PackError("pack_unreadable", `${place} cannot be read; expected a tarball`);
  const found = findEntry(await unzip(bytes, place));
  if (found === undefined)
    throw new PackError("pack_not_found", `${place} has no ${PACK_FILE}, so it is no rule pack`);
  return decodePack(place, found.length, () => found);
}

async function unzip(bytes: Buffer, place: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(place, MAX_UNPACKED)
      : new PackError("pack_unreadable", `${place} is not a tarball of npm`, cause);
  }
}

/**
 * The content of the first regular file `<folder>/emend.pack.json`. Every step goes forward by at least one block, so
 * that no size in a header can make it go round.
 */
function findEntry(tar: Buffer): Buffer | undefined {
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    const size = sizeIn(header);
    if (size === undefined) return undefined;
    const start = at + BLOCK;
    const isFile = header[156] === 0 || header[156] === 0x30;
    if (isFile && NAME.test(textIn(header, 0, 100)) && textIn(header, 345, 155) === "")
      return start + size <= tar.length ? tar.subarray(start, start + size) : undefined;
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

/** npm puts all files into one folder, whatever it is called. */
const NAME = new RegExp(`^[^/]{1,80}/${PACK_FILE.replaceAll(".", "\\.")}$`);

/** Octal digits; undefined for anything else, such as the empty block at the end. */
function sizeIn(header: Buffer): number | undefined {
  const text = textIn(header, 124, 12).trim();
  return /^[0-7]{1,11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function textIn(header: Buffer, from: number, length: number): string {
  const text = header.toString("latin1", from, from + length);
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}
