import { crc32 } from "./crc32.ts";

/** 256 bits: nobody finds it by trying. */
export const SECRET_BYTES = 32;

const TEXT = /^emd_([0-9a-f]{16})([\w-]{43})([0-9a-f]{8})$/;

export interface TokenText {
  readonly id: string;
  /** To the letter what was given, and what is hashed. */
  readonly text: string;
}

/**
 * How a token is handed out: `emd_`, the digits of its id, the secret, and a checksum over all of it. Programs that look
 * for leaked secrets know it by its beginning and tell it from chance by its end, and a typo is told from an unknown
 * token without asking the store.
 */
export function tokenText(id: string, secret: string): string {
  const body = `emd_${id.slice(ID_MARK.length)}${secret}`;
  return body + crc32(body);
}

/** Nothing for a text that was never a token, or has a typo. */
export function parseTokenText(text: string): TokenText | undefined {
  const match = TEXT.exec(text);
  if (match === null || crc32(text.slice(0, -8)) !== match[3]) return undefined;
  return { id: ID_MARK + match[1]!, text };
}

export const ID_MARK = "tk_";
