import { lstatSync, renameSync } from "node:fs";
import { maskSecrets } from "../core/rule-text/secrets.ts";
import { showUnseen } from "../core/text/show-unseen.ts";
import { appendOwn, readSmall } from "./hook-files.ts";
import { type HookPlace, makeHome } from "./hook-place.ts";

const MOST_BYTES = 1024 * 1024;
const MOST_LINE = 500;

/** One line about a fault of ours, with a stable code; what cannot be written is nobody's trouble. */
export function logFault(place: HookPlace, now: Date, code: string, message: string): void {
  try {
    makeHome(place);
    rotate(place.log);
    appendOwn(place.log, `${now.toISOString()} ${code} ${logText(message)}\n`);
  } catch {
    // A full disk must not break the agent.
  }
}

/** The last fault that was written down. */
export function lastFault(log: string): string | undefined {
  const lines = (readSmall(log, 2 * MOST_BYTES) ?? "").trimEnd().split("\n");
  return lines[lines.length - 1] || undefined;
}

/** On one line, bounded, with what looks like a secret taken out. */
export function logText(message: string): string {
  const line = showUnseen(message.slice(0, 4 * MOST_LINE).replace(/\s+/g, " ")).trim();
  return maskSecrets(line).slice(0, MOST_LINE);
}

function rotate(file: string): void {
  try {
    if (lstatSync(file).size >= MOST_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
}
