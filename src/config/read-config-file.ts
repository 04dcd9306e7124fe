import { dirname, relative } from "node:path";
import type { ConfigProblem, RawSetting, ParsedSettings } from "./raw-setting.ts";
import { readBounded } from "./read-bounded.ts";
import { realPathWithin } from "./within.ts";

const MOST_FILE_BYTES = 256 * 1024;

/** A settings file that the user named, or one that was found in a repository. */
export interface ConfigFile {
  readonly file: string;
  readonly repository?: string;
}

export interface ParsedFile extends ParsedSettings {
  /** The path without links, which trust is recorded for. */
  readonly real: string;
  /** Whether another user owns the file. */
  readonly foreign: boolean;
}

/** Reads a settings file. A file that was found must be a regular file of its repository. */
export async function readConfigFile({ file, repository }: ConfigFile, cwd: string): Promise<ParsedFile> {
  const name = shortName(file, cwd);
  const nothing = { rawSettings: [], warnings: [], real: file, foreign: false };
  const wrong = (code: ConfigProblem["code"], message: string): ParsedFile => ({
    ...nothing,
    problems: [{ code, source: name, message }],
  });
  const real = repository === undefined ? undefined : realPathWithin(repository, file);
  if (real?.state === "outside") {
    const message =
      "it is a symbolic link to a file outside the repository; to use it, name it with --config";
    return wrong("outside_repository", message);
  }
  const path = real?.state === "inside" ? real.path : file;
  const read = await readBounded(path, MOST_FILE_BYTES, repository === undefined ? "any" : "plain");
  if (!read.ok) return wrong("config_unreadable", `cannot read the configuration: ${read.error}`);
  const { text, readableByAll, owner } = read.value;
  const { parseConfigYaml } = await import("./parse-config-yaml.ts");
  const parsed = parseConfigYaml({ text, name, base: dirname(file) });
  const open = readableByAll ? parsed.rawSettings.filter(isInlineSecret) : [];
  const warnings = open.map(
    ({ key, source }) =>
      `${source}: every user of this machine can read ${key.name}; put it in a separate file and set ${key.name}_file, or run chmod o-r ${name}`,
  );
  const rawSettings =
    repository === undefined ? parsed.rawSettings : parsed.rawSettings.map((one) => ({ ...one, repository }));
  return { rawSettings, problems: parsed.problems, warnings, real: path, foreign: isForeign(owner) };
}

/** Files owned by root come from this machine's administrator. */
function isForeign(owner: number): boolean {
  const own = process.getuid?.();
  return own !== undefined && owner !== own && owner !== 0;
}

const isInlineSecret = ({ key, inFile, value }: RawSetting): boolean =>
  !inFile &&
  (key.secret === "whole" ||
    (key.secret === "address" && typeof value === "string" && /:\/\/[^/]*@/.test(value)));

/** The relative path if it is shorter. */
function shortName(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short.length < file.length && short !== "" ? short.replaceAll("\\", "/") : file;
}
