const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** The CRC-32 of zip and PNG over a text in ASCII, as 8 hex digits. */
export function crc32(text: string): string {
  let value = 0xff_ff_ff_ff;
  for (let at = 0; at < text.length; at += 1) {
    value = TABLE[(value ^ text.charCodeAt(at)) & 255]! ^ (value >>> 8);
  }
  return (~value >>> 0).toString(16).padStart(8, "0");
}
