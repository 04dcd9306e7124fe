import { defined } from "../core/defined.ts";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rulePolicy } from "../core/evaluation/rule-policy.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { Config } from "./config.ts";
import { CONFIG_KEYS, type ConfigKey, type ConfigValue, ruleKey, SECTIONS, toCamel } from "./config-keys.ts";
import { findConfigFile } from "./find-config-file.ts";
import type { ConfigProblem, RawSetting, ParsedSettings } from "./raw-setting.ts";
import { type ConfigFile, readConfigFile } from "./read-config-file.ts";
import { CONFIG_VARIABLE, readEnvironment } from "./read-environment.ts";
import { isOwnedSafely, userConfigFile } from "./user-folder.ts";

export interface ConfigQuestion {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values set by command-line options, by key name. */
  readonly flags?: Readonly<Record<string, ConfigValue | undefined>>;
}

/** A key with its value and where that was set. */
export interface Setting {
  readonly key: ConfigKey;
  /** Undefined if the key is not set and has no default. */
  readonly value: ConfigValue | undefined;
  readonly source: string;
}

export interface ReadConfig {
  readonly config: Config;
  readonly settings: readonly Setting[];
  readonly file?: string;
  readonly warnings: readonly string[];
  /**
   * Settings of the file that do not apply, because the user has not trusted it. Without those that another source
   * sets anyway.
   */
  readonly untrusted: readonly Setting[];
}

/**
 * Reads the user's file, the folder's file, environment and flags, each overriding the ones before, and freezes the
 * result. Reports all problems at once.
 */
export async function readConfig(
  question: ConfigQuestion,
): Promise<Result<ReadConfig, readonly ConfigProblem[]>> {
  const { cwd, env } = question;
  const named = env[CONFIG_VARIABLE] || undefined;
  const location = named === undefined ? findConfigFile(cwd) : { file: resolve(cwd, named) };
  const file = location?.file;
  const { untrusted, ...fileSettings } = await readFoundFile(location, question);
  const userSettings = named === undefined ? await readUserFile(question, file) : NO_SETTINGS;
  const readings: readonly ParsedSettings[] = [
    userSettings,
    fileSettings,
    readEnvironment(env, cwd),
    readFlags(question),
  ];
  const problems = readings.flatMap((reading) => reading.problems);
  const rawSettings = readings.flatMap((reading) => reading.rawSettings);
  const set = new Map<string, Setting>();
  if (rawSettings.length > 0) {
    const { validateSetting } = await import("./validate-setting.ts");
    for (const raw of rawSettings) {
      const { key, source } = raw;
      const checked = await validateSetting(raw, cwd);
      if (checked.ok) set.set(key.name, { key, value: checked.value, source });
      else problems.push(checked.error);
    }
  }
  if (untrusted.length > 0) {
    const { validateUntrusted } = await import("./validate-setting.ts");
    for (const raw of untrusted) problems.push(...[(await validateUntrusted(raw, cwd)) ?? []].flat());
  }
  // A file that was found marks the project's folder. A file that was named may be anywhere.
  const home = file === undefined || named !== undefined ? cwd : dirname(file);
  const settings = CONFIG_KEYS.map((key) => set.get(key.name) ?? unset(key, home, cwd));
  const config = assemble(settings);
  if (problems.length === 0) problems.push(...checkPolicy(config, settings));
  if (problems.length > 0) return fail(problems.toSorted((a, b) => lineOf(a) - lineOf(b)));
  return ok(
    deepFreeze({
      config,
      settings,
      ...defined({ file }),
      untrusted: untrusted
        .filter(({ key }) => !set.has(key.name))
        .map(({ key, value, source, inFile }) => ({
          key,
          // The path of a file is not secret, and its content was not read.
          value: inFile ? undefined : (value as ConfigValue),
          source,
        })),
      warnings: readings.flatMap((reading) => reading.warnings),
    }),
  );
}

/** Orders problems of the file by line, before all others. */
const lineOf = ({ source }: ConfigProblem): number =>
  Number(/:(\d{1,9})$/.exec(source)?.[1] ?? Number.MAX_SAFE_INTEGER);

const NO_SETTINGS: ParsedSettings = { rawSettings: [], problems: [], warnings: [] };

/** Reads the file and separates untrusted settings. A file that the user named is trusted. */
async function readFoundFile(
  location: ConfigFile | undefined,
  { cwd, env }: ConfigQuestion,
): Promise<ParsedSettings & { readonly untrusted: readonly RawSetting[] }> {
  if (location === undefined) return { ...NO_SETTINGS, untrusted: [] };
  const reading = await readConfigFile(location, cwd);
  if (location.repository === undefined || reading.rawSettings.length === 0)
    return { ...reading, untrusted: [] };
  const { splitByTrust } = await import("./trust/split-by-trust.ts");
  const { trusted, untrusted } = await splitByTrust(reading, env);
  return { rawSettings: trusted, problems: reading.problems, warnings: reading.warnings, untrusted };
}

/** Reads the user's own file. It is trusted if nobody else could have written it. */
async function readUserFile(
  { cwd, env }: ConfigQuestion,
  found: string | undefined,
): Promise<ParsedSettings> {
  const file = userConfigFile(env);
  if (file === undefined || file === found || !existsSync(file)) return NO_SETTINGS;
  if (!isOwnedSafely(file, dirname(file))) {
    const message =
      "this file was ignored, because others can write to it; it must belong to you and be writable only by you";
    return { ...NO_SETTINGS, problems: [{ code: "config_unreadable", source: file, message }] };
  }
  return readConfigFile({ file }, cwd);
}

function readFlags({ flags = {}, cwd }: ConfigQuestion): ParsedSettings {
  const rawSettings = CONFIG_KEYS.flatMap((key): readonly RawSetting[] => {
    const value = flags[key.name];
    if (value === undefined) return [];
    return [{ key, value, source: key.flag ?? key.name, base: cwd, asText: true, inFile: false }];
  });
  return { ...NO_SETTINGS, rawSettings };
}

function unset(key: ConfigKey, home: string, cwd: string): Setting {
  const { default: value } = key;
  if (value === undefined) return { key, value, source: "not set" };
  const isPath = key.kind.type === "store" || key.kind.type === "path";
  const elsewhere = isPath && home !== cwd;
  return { key, value: elsewhere ? join(home, String(value)) : value, source: "default" };
}

/** A test checks that the result matches the interface. */
function assemble(settings: readonly Setting[]): Config {
  const config: Record<string, unknown> = {};
  const sections = new Map<string, Record<string, ConfigValue>>(SECTIONS.map((section) => [section, {}]));
  for (const [section, values] of sections) config[section] = values;
  for (const { key, value } of settings) {
    if (value === undefined) continue;
    const [first, second] = key.name.split(".");
    if (second === undefined) config[first!] = value;
    else sections.get(first!)![toCamel(second)] = value;
  }
  return config as unknown as Config;
}

/** Checks that involve several fields of the policy. */
function checkPolicy({ rules }: Config, settings: readonly Setting[]): readonly ConfigProblem[] {
  const checked = rulePolicy(rules);
  if (checked.ok) return [];
  return checked.error.map(({ field }) => ({
    code: "invalid_value",
    source: settings.find(({ key }) => key.name === ruleKey(field))!.source,
    message: `${ruleKey(field)}: expected at least the ${rules.stabilisingDays} days of ${ruleKey("stabilisingDays")}, got ${rules[field]}`,
  }));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
