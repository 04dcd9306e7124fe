import type { CodeRepository } from "../../ports/project-files.ts";
import type { CliIo } from "../cli-io.ts";

/** The user's repository; nothing is loaded until it is asked something, as most runs never do. */
export function openRepository(io: CliIo): CodeRepository {
  const open = async (): Promise<CodeRepository> => {
    const { openDrivers } = await import("../../compose/drivers.ts");
    return openDrivers({ cwd: io.cwd }).repository;
  };
  return {
    changedFiles: async (range) => (await open()).changedFiles(range),
    diff: async (range) => (await open()).diff(range),
    lineCounts: async (paths, range) => (await open()).lineCounts(paths, range),
  };
}
