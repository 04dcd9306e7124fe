import { createHash } from "node:crypto";

/**
 * A model as one file: `magic`, the length of the header (four bytes, and four that are zero), the SHA-256 of all that
 * follows it, the header as JSON, then the tensors, each at a multiple of 64 bytes. Little-endian throughout.
 */
export const MODEL_MAGIC = "EMENDVEC";
export const MODEL_LENGTH_AT = 8;
export const MODEL_DIGEST_AT = 16;
export const MODEL_START = 48;
const MODEL_ALIGNMENT = 64;

export interface ModelHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly layers: number;
  /** The most tokens of one text, with those that begin and end it. */
  readonly tokens: number;
  /** Bytes of the payload. */
  readonly size: number;
  /** From the name of a tensor to its place in the payload and its length, both in bytes. */
  readonly tensors: Readonly<Record<string, readonly [start: number, length: number]>>;
}

export const alignModel = (offset: number): number => Math.ceil(offset / MODEL_ALIGNMENT) * MODEL_ALIGNMENT;

/** Where the payload begins behind a header of this many bytes. */
export const payloadStart = (headerBytes: number): number => alignModel(MODEL_START + headerBytes);

/** Of the parts as if they were one. */
export function modelDigest(...parts: readonly Uint8Array[]): Buffer {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
}
