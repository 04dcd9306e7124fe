import { fileDiff } from "../../core/diff/unified-diff.ts";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import type { LeftFile } from "../../core/setup/setup-change.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";

/** One file before and after; null is no file. */
export interface ShownFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The change of all files as one unified diff, coloured if the terminal has colours. */
export const renderSetupDiff = (files: readonly ShownFile[], paint: Paint): string =>
  files.map(({ path, before, after }) => paintPatch(safeText(fileDiff(path, before, after)), paint)).join("");

function paintPatch(patch: string, paint: Paint): string {
  return patch
    .split("\n")
    .map((line, at) => {
      if (line === "") return line;
      if (at < 2) return paint("bold", line);
      if (line.startsWith("+")) return paint("green", line);
      if (line.startsWith("-")) return paint("red", line);
      return line.startsWith("@@") ? paint("cyan", line) : line;
    })
    .join("\n");
}

/** What became of each file. */
export const renderSetupFiles = (files: readonly ShownFile[], paint: Paint): string =>
  files
    .map((file) => {
      const change = changeKindOf(file);
      return `${paint(change === "removed" ? "yellow" : "green", change.padEnd(10))}${safeLine(file.path)}\n`;
    })
    .join("");

/** Each file that was left alone, and what a person can do about it. */
export const renderLeft = (left: readonly LeftFile[]): string =>
  left
    .map(({ path, code, message, byHand }) => {
      const told = message.startsWith(path) ? message : `${path}: ${message}`;
      const hand = byHand === undefined ? "" : `; add this by hand:\n${indent(safeText(byHand))}`;
      return `emend: not changed: ${safeLine(told)} [${code}]${hand}\n`;
    })
    .join("");

const indent = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
