/**
 * A 64-bit, non-cryptographic hash of a text as 16 hex digits. Stable for ever: fingerprints and
 * traffic slices are stored, so changing this function would reshuffle both.
 */
export function hash64(text: string): string {
  return hex(hash32(text, 0x9747b28c)) + hex(hash32(text, 0x85ebca6b));
}

/** MurmurHash3 (32 bit) over the text's UTF-16 code units. */
export function hash32(text: string, seed = 0): number {
  let h = seed | 0;
  const pairs = text.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    const k = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    h ^= Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);
    h = (Math.imul(rotate(h, 13), 5) + 0xe6546b64) | 0;
  }
  if (pairs < text.length) {
    h ^= Math.imul(rotate(Math.imul(text.charCodeAt(pairs), 0xcc9e2d51), 15), 0x1b873593);
  }
  h ^= text.length * 2;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** By table: every record is hashed several times, and padding texts would be a good part of it. */
const hex = (x: number): string =>
  BYTES[x >>> 24]! + BYTES[(x >>> 16) & 255]! + BYTES[(x >>> 8) & 255]! + BYTES[x & 255]!;
