/** So many unforeseeable bytes, written in base64url without padding; a parameter, since the core has no chance. */
export type RandomText = (bytes: number) => string;

/** Whether a text can be the secret of a login or a link: 32 bytes in base64url. */
export const isSecretText = (text: string): boolean => /^[\w-]{43}$/.test(text);

const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

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

/** The CRC-32 of zip and PNG over a text in ASCII, as 8 hex digits. */
export function crc32(text: string): string {
  let value = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at += 1) {
    value = TABLE[(value ^ text.charCodeAt(at)) & 255]! ^ (value >>> 8);
  }
  return (~value >>> 0).toString(16).padStart(8, "0");
}
