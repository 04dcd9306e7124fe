import { defined } from "../core/defined.ts";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { rulePolicy } from "../core/evaluation/rule-policy.ts";
import { fail, ok, type Result } from "../core/result.ts";
import type { Config } from "./config.ts";
import { CONFIG_KEYS, type ConfigKey, type ConfigValue, ruleKey, SECTIONS, toCamel } from "./config-keys.ts";
import { findConfigFile } from "./find-config-file.ts";
import type { ConfigProblem, Given, Reading } from "./given.ts";
import { type ConfigFile, readConfigFile } from "./read-config-file.ts";
import { CONFIG_VARIABLE, readEnvironment } from "./read-environment.ts";
import { isOwn, userConfigFile } from "./user-folder.ts";

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
  const place = named === undefined ? findConfigFile(cwd) : { file: resolve(cwd, named) };
  const file = place?.file;
  const { untrusted, ...ofFile } = await readPlace(place, question);
  const ofUser = named === undefined ? await readUserFile(question, file) : NOTHING;
  const readings: readonly Reading[] = [ofUser, ofFile, readEnvironment(env, cwd), readFlags(question)];
  const problems = readings.flatMap((reading) => reading.problems);
  const given = readings.flatMap((reading) => reading.given);
  const set = new Map<string, Setting>();
  if (given.length > 0) {
    const { checkGiven } = await import("./check-given.ts");
    for (const one of given) {
      const { key, source } = one;
      const checked = await checkGiven(one, cwd);
      if (checked.ok) set.set(key.name, { key, value: checked.value, source });
      else problems.push(checked.error);
    }
  }
  if (untrusted.length > 0) {
    const { checkUntrusted } = await import("./check-given.ts");
    for (const one of untrusted) problems.push(...[(await checkUntrusted(one, cwd)) ?? []].flat());
  }
  // A file that was found marks the project's folder. A file that was named may be anywhere.
  const home = file === undefined || named !== undefined ? cwd : dirname(file);
  const settings = CONFIG_KEYS.map((key) => set.get(key.name) ?? unset(key, home, cwd));
  const config = assemble(settings);
  if (problems.length === 0) problems.push(...contradictions(config, settings));
  if (problems.length > 0) return fail(problems.toSorted((one, other) => lineOf(one) - lineOf(other)));
  return ok(
    deepFreeze({
      config,
      settings,
      ...defined({ file }),
      untrusted: untrusted
        .filter(({ key }) => !set.has(key.name))
        .map(({ key, value, source, inFile }) => ({
          key,
          // The path of a file is no secret, and its content was not read.
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

const NOTHING: Reading = { given: [], problems: [], warnings: [] };

/** Reads the file and separates untrusted settings. A file that the user named is trusted. */
async function readPlace(
  place: ConfigFile | undefined,
  { cwd, env }: ConfigQuestion,
): Promise<Reading & { readonly untrusted: readonly Given[] }> {
  if (place === undefined) return { ...NOTHING, untrusted: [] };
  const reading = await readConfigFile(place, cwd);
  if (place.repository === undefined || reading.given.length === 0) return { ...reading, untrusted: [] };
  const { splitByTrust } = await import("./trust/split-by-trust.ts");
  const { counted, untrusted } = await splitByTrust(reading, env);
  return { given: counted, problems: reading.problems, warnings: reading.warnings, untrusted };
}

/** Reads the user's own file. It is trusted if nobody else could have written it. */
async function readUserFile({ cwd, env }: ConfigQuestion, found: string | undefined): Promise<Reading> {
  const file = userConfigFile(env);
  if (file === undefined || file === found || !existsSync(file)) return NOTHING;
  if (!isOwn(file, dirname(file))) {
    const message =
      "this file was ignored, because others can write to it; it must belong to you and be writable only by you";
    return { ...NOTHING, problems: [{ code: "config_unreadable", source: file, message }] };
  }
  return readConfigFile({ file }, cwd);
}

function readFlags({ flags = {}, cwd }: ConfigQuestion): Reading {
  const given = CONFIG_KEYS.flatMap((key): readonly Given[] => {
    const value = flags[key.name];
    if (value === undefined) return [];
    return [{ key, value, source: key.flag ?? key.name, base: cwd, asText: true, inFile: false }];
  });
  return { ...NOTHING, given };
}

function unset(key: ConfigKey, home: string, cwd: string): Setting {
  const { default: value } = key;
  if (value === undefined) return { key, value, source: "not set" };
  const isPlace = key.kind.type === "store" || key.kind.type === "path";
  const elsewhere = isPlace && home !== cwd;
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
function contradictions({ rules }: Config, settings: readonly Setting[]): readonly ConfigProblem[] {
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
