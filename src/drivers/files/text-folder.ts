import { decodeUtf8 } from "../text/decode-utf8.ts";
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { matchesGlob } from "../../core/rule/glob.ts";
import { readRegular } from "./read-regular.ts";

interface FolderText {
  /** Relative to the folder, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

export interface TextFolder {
  readonly texts: readonly FolderText[];
  /** Matching files that were not read: too large, not text, or over the limit. */
  readonly left_out: number;
}

export interface TextFolderOptions {
  readonly globs: readonly string[];
  /** A file to skip, such as the one being compared. */
  readonly except?: string;
}

const MOST_FILES = 5_000;
const MOST_BYTES = 262_144;
const MOST_ENTRIES = 100_000;
const MOST_DEPTH = 32;

/**
 * Reads the texts in a folder and its subfolders. Does not follow links and skips dot folders, so that nothing
 * outside is read.
 */
export function readTextFolder(folder: string, { globs, except }: TextFolderOptions): TextFolder {
  const root = realpathSync(folder);
  const excluded = except === undefined ? undefined : realPathOf(except);
  const texts: FolderText[] = [];
  let leftOut = 0;
  let seen = 0;
  const pending: { readonly path: string; readonly depth: number }[] = [{ path: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    for (const entry of readdirSync(path, { withFileTypes: true }).toSorted(byName)) {
      seen += 1;
      if (seen > MOST_ENTRIES) return { texts, left_out: leftOut + 1 };
      const file = join(path, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && depth < MOST_DEPTH) pending.push({ path: file, depth: depth + 1 });
        continue;
      }
      const name = relative(root, file).split(sep).join("/");
      if (!entry.isFile() || file === excluded || !globs.some((glob) => matchesGlob(glob, name))) continue;
      const text = texts.length < MOST_FILES ? readText(file) : undefined;
      if (text === undefined) leftOut += 1;
      else texts.push({ name, text });
    }
  }
  return { texts: texts.toSorted(byName), left_out: leftOut };
}

function readText(path: string): string | undefined {
  const bytes = readRegular(path, { most: MOST_BYTES });
  return typeof bytes === "string" ? undefined : decodeUtf8(bytes);
}

function realPathOf(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
