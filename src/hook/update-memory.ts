import type { HookContext } from "./hook-context.ts";
import { makeHome } from "./hook-paths.ts";
import { readMemory, type SessionMemory, writeMemory } from "./session-memory.ts";

/** Updates the memory of a session. If it cannot be written, the agent may see a reminder twice. */
export function updateMemory(
  { paths, reportFault }: Pick<HookContext, "paths" | "reportFault">,
  session: string,
  change: (memory: SessionMemory) => SessionMemory,
): void {
  try {
    makeHome(paths);
    writeMemory(paths.memory, session, change(readMemory(paths.memory, session)));
  } catch (error) {
    reportFault("memory_failed", error);
  }
}
