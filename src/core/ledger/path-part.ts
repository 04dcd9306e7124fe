import { hash64 } from "../hash.ts";

const MAX_PART = 80;
const MAX_SLUG = 40;
/** Begins with what no tool takes for an option or a hidden name, and ends with what Windows keeps. */
const SAFE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9])(?:\.|$)/i;
const HASHED = /-[0-9a-f]{16}$/i;

/** A name from outside as one part of a path: itself where every file system takes it, and a readable slug with a hash otherwise. */
export const pathPart = (name: string): string => (isSafePart(name) ? name : hashedPart(name));

export const isSafePart = (name: string): boolean =>
  name.length <= MAX_PART &&
  SAFE.test(name) &&
  !name.endsWith(".") &&
  !DEVICE.test(name) &&
  // Else a name could be spelled like another one's slug and hash.
  !HASHED.test(name);

/** Different for different names, also where case is not told apart. */
export function hashedPart(name: string): string {
  const slug = name
    .slice(0, MAX_PART)
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_SLUG)
    .replace(/-$/, "");
  return `${slug === "" ? "name" : slug}-${hash64(name)}`;
}
