/** What a search through one index found. */
export interface IndexSearch {
  readonly found: boolean;
  /** The index of which this one keeps the differences only (`core.splitIndex`), by its hash. */
  readonly shared?: string;
}

/** Bytes of an entry before the object's hash: times, device, mode, owner and size. */
const STAT_BYTES = 40;
const EXTENDED = 0x4000;
const NUL = 0;

/**
 * Looks for a path in the bytes of a git index, versions 2 to 4, without asking git. Flags of an entry do not matter:
 * what is hidden from `git status` (skip-worktree, assume-unchanged) or only announced (intent to add) is tracked too.
 * Returns nothing if the bytes are no whole index.
 */
export function searchGitIndex(bytes: Buffer, matches: (path: Buffer) => boolean): IndexSearch | undefined {
  // SHA-1, then SHA-256: only the right length ends exactly at the checksum.
  return searchWith(20, bytes, matches) ?? searchWith(32, bytes, matches);
}

function searchWith(
  hashBytes: number,
  bytes: Buffer,
  matches: (path: Buffer) => boolean,
): IndexSearch | undefined {
  const end = bytes.length - hashBytes;
  if (end < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  if (version < 2 || version > 4) return undefined;
  let found = false;
  let at = 12;
  let path: Buffer = Buffer.alloc(0);
  for (let entry = 0; entry < count; entry += 1) {
    const start = at;
    at += STAT_BYTES + hashBytes;
    if (at + 2 > end) return undefined;
    const isExtended = version >= 3 && (bytes.readUInt16BE(at) & EXTENDED) !== 0;
    at += isExtended ? 4 : 2;
    let kept = 0;
    if (version === 4) {
      const strip = readOffset(bytes, at);
      if (strip === undefined || strip.value > path.length) return undefined;
      kept = path.length - strip.value;
      at = strip.next;
    }
    const nul = bytes.indexOf(NUL, at);
    if (nul < 0 || nul >= end) return undefined;
    const rest = bytes.subarray(at, nul);
    path = version === 4 ? Buffer.concat([path.subarray(0, kept), rest]) : rest;
    found ||= matches(path);
    // Entries before version 4 are filled with NULs to a multiple of eight.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7);
  }
  return readExtensions(bytes, at, end, hashBytes, found);
}

function readExtensions(
  bytes: Buffer,
  from: number,
  end: number,
  hashBytes: number,
  found: boolean,
): IndexSearch | undefined {
  let at = from;
  let shared: string | undefined;
  while (at < end) {
    if (at + 8 > end) return undefined;
    const name = bytes.toString("latin1", at, at + 4);
    const body = at + 8;
    at = body + bytes.readUInt32BE(at + 4);
    if (name === "link") shared = bytes.toString("hex", body, body + hashBytes);
  }
  if (at !== end) return undefined;
  return { found, ...(shared === undefined || /^0+$/.test(shared) ? {} : { shared }) };
}

/** Git's variable-length number: seven bits a byte, and one more for each byte that follows. */
function readOffset(
  bytes: Buffer,
  from: number,
): { readonly value: number; readonly next: number } | undefined {
  let at = from;
  let value = 0;
  for (let length = 0; length < 5; length += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    at += 1;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at };
    value += 1;
  }
  return undefined;
}
