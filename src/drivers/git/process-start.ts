import { readFileSync } from "node:fs";

/**
 * The start time of a process in the system's format, or empty if unknown. Distinguishes it from a later process with
 * the same id.
 */
export function readStartTime(pid: number): string {
  const line = readStatus(pid);
  // The name in brackets can contain anything. The 20th field after it is the start time.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  // A zombie does nothing any more.
  return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
}

export function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is alive too.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = readStartTime(pid);
  return now !== "ended" && (start === "" || now === "" || now === start);
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}
