import type { CodeRepository } from "../../ports/project-files.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "./drivers-of.ts";

/** The user's repository, loaded on first use: most runs never need it. */
export function lazyRepository(io: CliIo): CodeRepository {
  const open = async (): Promise<CodeRepository> => {
    return (await driversOf(io)).repository;
  };
  return {
    changedFiles: async (range) => (await open()).changedFiles(range),
    diff: async (range) => (await open()).diff(range),
    lineCounts: async (paths, range) => (await open()).lineCounts(paths, range),
  };
}
