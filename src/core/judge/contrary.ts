import { opposed } from "../english/compare-wishes.ts";
import type { TextSigns } from "./text-signs.ts";

/** Why two remarks about one thing want opposite things, in plain words; nothing if they do not. */
export const contraryReason = (a: TextSigns, b: TextSigns): string | undefined =>
  opposed(a.reading(), b.reading())?.reason;
