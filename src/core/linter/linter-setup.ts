import { fieldOf, isJsonObject, listOf, parseJson, textOf } from "../json/json.ts";
import type { LinterRule } from "./linter-mapping.ts";
import { readRuffRule } from "./ruff-setup.ts";
import { setInJson } from "./set-in-json.ts";

/** What a repository says about a linter's rule. Its settings are read as data; nothing of it is run. */
export interface LinterSetup {
  /** Absent if nothing names the tool. Unknown for tools whose settings are not read. */
  readonly tool: "present" | "absent" | "unknown";
  /** Unknown if the settings are code, inherit from others, or cannot be read. */
  readonly rule: "on" | "off" | "unknown";
  /** The settings that decide it. */
  readonly file: string | null;
  /** The change that switches the rule on, if the settings are data. */
  readonly change: SettingsChange | null;
}

export interface SettingsChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The files that are read, in the repository's folder. */
export const LINTER_FILES: readonly string[] = [
  "package.json",
  ...["js", "mjs", "cjs", "ts", "mts", "cts"].map((end) => `eslint.config.${end}`),
  ".eslintrc.json",
  ".eslintrc.js",
  ".eslintrc.cjs",
  ".eslintrc.yml",
  ".eslintrc.yaml",
  ".eslintrc",
  ".oxlintrc.json",
  "biome.json",
  "biome.jsonc",
  "ruff.toml",
  ".ruff.toml",
  "pyproject.toml",
];

/** Texts of `LINTER_FILES` by name; those that a repository lacks are absent. */
export type LinterFiles = ReadonlyMap<string, string>;

const UNKNOWN: LinterSetup = { tool: "unknown", rule: "unknown", file: null, change: null };
const ABSENT: LinterSetup = { ...UNKNOWN, tool: "absent" };
const present = (file: string | null): LinterSetup => ({ ...UNKNOWN, tool: "present", file });

/** Whether a repository has a linter, and one of its rules switched on. */
export function readLinterSetup(files: LinterFiles, linter: LinterRule): LinterSetup {
  switch (linter.tool) {
    case "eslint":
      return eslintSetup(files, linter);
    case "oxlint":
      return jsonSetup(files, linter, {
        name: "oxlint",
        file: ".oxlintrc.json",
        path: ["rules", linter.rule],
      });
    case "biome": {
      const path = ["linter", "rules", ...linter.rule.split("/")];
      const file = files.has("biome.jsonc") ? "biome.jsonc" : "biome.json";
      return jsonSetup(files, linter, { name: "@biomejs/biome", file, path });
    }
    case "ruff":
      return ruffSetup(files, linter.rule);
    default:
      return UNKNOWN;
  }
}

function eslintSetup(files: LinterFiles, linter: LinterRule): LinterSetup {
  const code = LINTER_FILES.find(
    (name) =>
      /^(?:eslint\.config\.|\.eslintrc\.[cy]?[jam]+s?l?$)/u.test(name) &&
      name !== ".eslintrc.json" &&
      files.has(name),
  );
  if (code !== undefined) return present(code);
  const file = [".eslintrc.json", ".eslintrc"].find((name) => files.has(name)) ?? ".eslintrc.json";
  return jsonSetup(files, linter, { name: "eslint", file, path: ["rules", linter.rule] });
}

interface JsonSettings {
  /** Of the npm package. */
  readonly name: string;
  readonly file: string;
  readonly path: readonly string[];
}

function jsonSetup(
  files: LinterFiles,
  { options }: LinterRule,
  { name, file, path }: JsonSettings,
): LinterSetup {
  const text = files.get(file);
  if (text === undefined) return isInstalled(files, name) ? present(null) : ABSENT;
  const value = parseJson(text);
  // With comments in it, for example.
  if (!isJsonObject(value)) return present(file);
  const level = levelOf(fieldOf(value, ...path));
  if (level === "on") return { ...present(file), rule: "on" };
  // Others may switch it on: what is extended, settings for some files, and what Biome and oxlint check by default.
  const inherits =
    name !== "eslint" || ["extends", "overrides"].some((key) => fieldOf(value, key) !== undefined);
  const after = setInJson(text, path, settingOf(name, options));
  const change = after === undefined ? null : { path: file, before: text, after };
  return { ...present(file), rule: level === undefined && inherits ? "unknown" : "off", change };
}

const isInstalled = (files: LinterFiles, name: string): boolean => {
  const manifest = parseJson(files.get("package.json"));
  return ["dependencies", "devDependencies"].some(
    (kind) => textOf(fieldOf(manifest, kind, name)) !== undefined,
  );
};

/** ESLint, oxlint and Biome: a level, a list that begins with it, or an object that has it. */
function levelOf(setting: unknown): "on" | "off" | undefined {
  const level = Array.isArray(setting)
    ? listOf(setting)[0]
    : isJsonObject(setting)
      ? setting["level"]
      : setting;
  if (level === undefined) return undefined;
  return level === "off" || level === 0 || level === "allow" ? "off" : "on";
}

function settingOf(name: string, options: unknown): unknown {
  if (options === undefined) return "error";
  return name === "@biomejs/biome"
    ? { level: "error", options }
    : ["error", ...(Array.isArray(options) ? (options as readonly unknown[]) : [options])];
}

function ruffSetup(files: LinterFiles, rule: string): LinterSetup {
  const file = [".ruff.toml", "ruff.toml"].find((name) => files.has(name)) ?? "pyproject.toml";
  const text = files.get(file);
  const settings = text === undefined ? undefined : readRuffRule(text, rule, file === "pyproject.toml");
  if (text === undefined || settings === undefined) return ABSENT;
  const { isOn, after } = settings;
  const change = isOn !== false || after === undefined ? null : { path: file, before: text, after };
  return { ...present(file), rule: isOn === undefined ? "unknown" : isOn ? "on" : "off", change };
}
