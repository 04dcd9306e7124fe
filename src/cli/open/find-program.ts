import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { CliIo } from "../cli-io.ts";

const ENDINGS = process.platform === "win32" ? [".cmd", ".exe", ".ps1", ""] : [""];

/** The first program of this name on the PATH, in a folder that passes. */
export function findProgram(
  { env }: Pick<CliIo, "env">,
  name: string,
  mayUse: (folder: string) => boolean = () => true,
): string | undefined {
  return (env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && mayUse(folder))
    .flatMap((folder) => ENDINGS.map((ending) => join(folder, name + ending)))
    .find(isProgram);
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
