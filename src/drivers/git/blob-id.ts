import { hash } from "node:crypto";

/** The id that git gives a file of this text, so that what is held can be compared without being read. */
export const blobId = (algorithm: "sha1" | "sha256", text: string): string =>
  hash(algorithm, `blob ${Buffer.byteLength(text)}\0${text}`);

export const blobIdOfBytes = (algorithm: "sha1" | "sha256", bytes: Buffer): string =>
  hash(algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
