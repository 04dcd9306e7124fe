import { lstatSync, renameSync } from "node:fs";
import { maskSecrets } from "../core/rule-text/secrets.ts";
import { showUnseen } from "../core/text/show-unseen.ts";
import { appendToOwnFile, readSmallFile } from "./hook-files.ts";
import { type HookPaths, makeHome } from "./hook-paths.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_LINE = 500;

/** Logs one line with a stable code. A log that cannot be written is ignored. */
export function logFault(paths: HookPaths, now: Date, code: string, message: string): void {
  try {
    makeHome(paths);
    rotate(paths.log);
    appendToOwnFile(paths.log, `${now.toISOString()} ${code} ${logText(message)}\n`);
  } catch {
    // A full disk must not break the agent.
  }
}

export function lastFault(log: string): string | undefined {
  const lines = (readSmallFile(log, 2 * MAX_BYTES) ?? "").trimEnd().split("\n");
  return lines[lines.length - 1] || undefined;
}

/** One bounded line with secrets masked. */
export function logText(message: string): string {
  const line = showUnseen(message.slice(0, 4 * MAX_LINE).replace(/\s+/g, " ")).trim();
  return maskSecrets(line).slice(0, MAX_LINE);
}

function rotate(file: string): void {
  try {
    if (lstatSync(file).size >= MAX_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // There is no log yet.
  }
}
