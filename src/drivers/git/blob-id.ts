import { hash } from "node:crypto";

/** The id that git assigns to a file with this text. Comparing ids avoids reading stored files. */
export const blobId = (algorithm: "sha1" | "sha256", text: string): string =>
  hash(algorithm, `blob ${Buffer.byteLength(text)}\0${text}`);

export const blobIdOfBytes = (algorithm: "sha1" | "sha256", bytes: Buffer): string =>
  hash(algorithm, Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));
