import { MAX_PACK_BYTES } from "../../core/rule-pack/rule-pack.ts";
import { PackError } from "../../ports/rule-packs.ts";
import { decodeUtf8 } from "../text/decode-utf8.ts";
import { tooLarge } from "./run-bounded.ts";

/** The text of a pack's file, which is not read if it is too large. */
export async function decodePack(
  place: string,
  size: number,
  read: () => Promise<Buffer> | Buffer,
): Promise<string> {
  if (size > MAX_PACK_BYTES) throw tooLarge(place, MAX_PACK_BYTES);
  const text = decodeUtf8(await read());
  if (text === undefined) throw new PackError("pack_unreadable", `${place}: the pack is not UTF-8 text`);
  return text;
}
