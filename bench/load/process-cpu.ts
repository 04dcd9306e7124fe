import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Processor seconds that a process and those it started have used so far; 0 where the machine does not tell. */
export function treeCpuSeconds(pid: number): number {
  const root = readStat(String(pid));
  if (root === undefined) return 0;
  let ticks = root.own + root.ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat?.parent === pid) ticks += stat.own;
  }
  return ticks / TICKS_A_SECOND;
}

/** `ended` is what children used that are gone. */
function readStat(pid: string): { parent: number; own: number; ended: number } | undefined {
  try {
    // The name of the command may hold spaces and brackets; what counts comes after the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    );
    return { parent, own: user + system, ended: childUser + childSystem };
  } catch {
    return undefined;
  }
}

/** Bytes of memory that a process holds. */
export function residentBytes(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kib ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

const IDLE: ReadonlySet<number> = new Set([3, 4]);

/** Processor seconds that the whole machine has used so far, for whatever work. */
export function machineCpuSeconds(): number {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
    // User, nice, system, idle, waiting for a disk, interrupts of two kinds, and what a host took for others.
    const ticks = line.split(/\s+/).slice(1, 9).map(Number);
    return ticks.reduce((sum, count, at) => sum + (IDLE.has(at) ? 0 : count), 0) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}
