import { decodeUtf8 } from "../text/decode-utf8.ts";
import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { ReadCorrection } from "../../core/feedback/from-decision.ts";
import { fail, ok } from "../../core/result.ts";
import { readRegular, type Unread } from "./read-regular.ts";

/** Longer diffs are cut when they are recorded anyway. */
const MOST_BYTES = 1_048_576;

/**
 * Reads files that decisions name, from the first of these folders that has them. Never reads outside a folder,
 * whatever links point to, nor inside `.git`.
 */
export function createCorrectionFiles(roots: readonly string[]): ReadCorrection {
  return (path) => {
    if (path.includes("\0")) return fail("is not a path");
    if (path.split(/[/\\]/).includes("..")) return fail("leaves its folder; expected a path without ..");
    if (roots.length === 0) return fail(NO_FOLDER);
    let reason = "does not exist";
    for (const root of roots) {
      const found = resolveWithin(root, path);
      if (found === "missing") continue;
      if (found === "outside") {
        reason = "points outside the corrections folder";
        continue;
      }
      const bytes = readRegular(found.path, { most: MOST_BYTES });
      if (typeof bytes === "string") return fail(REASONS[bytes]);
      const text = decodeUtf8(bytes);
      return text === undefined ? fail("is not text in UTF-8") : ok(text);
    }
    return fail(reason);
  };
}

const NO_FOLDER = "cannot be read, because corrections.folder is not set";

const REASONS: Readonly<Record<Unread, string>> = {
  missing: "does not exist",
  not_regular: "is not a regular file",
  too_large: `is larger than ${MOST_BYTES} bytes`,
  failed: "could not be read",
};

function resolveWithin(root: string, path: string): { readonly path: string } | "missing" | "outside" {
  let folder: string;
  let real: string;
  try {
    folder = realpathSync(root);
  } catch {
    return "missing";
  }
  const named = isAbsolute(path) ? path : join(folder, path);
  try {
    real = realpathSync(named);
  } catch {
    return isBelow(folder, named) ? "missing" : "outside";
  }
  return isBelow(folder, real) ? { path: real } : "outside";
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return false;
  return !inside.split(sep).some((name) => name.toLowerCase() === ".git");
}
