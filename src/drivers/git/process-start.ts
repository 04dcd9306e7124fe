import { readFileSync } from "node:fs";

/** When a process began, in the system's own words; empty where the system does not say. Tells a process from a later one of the same number. */
export function startOf(pid: number): string {
  const line = statusOf(pid);
  // The name in brackets may hold anything; what follows it is numbers, of which the twentieth is the start.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  // A process that has ended and was not fetched by its parent does nothing any more.
  return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
}

export function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else's is alive too.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const now = startOf(pid);
  return now !== "ended" && (start === "" || now === "" || now === start);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
}
