import { nearestTag } from "../core/gate/gate.ts";
import { CONFIG_KEYS } from "./config-keys.ts";
import {
  type ConfigProblem,
  type RawSetting,
  parseFileReference,
  type ParsedSettings,
} from "./raw-setting.ts";

/** Names the settings file. It is not a key itself. */
export const CONFIG_VARIABLE = "EMEND_CONFIG";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from the environment. An empty variable sets nothing. */
export function readEnvironment(env: Environment, cwd: string): ParsedSettings {
  const rawSettings: RawSetting[] = [];
  const problems: ConfigProblem[] = [];
  const known = new Set([CONFIG_VARIABLE]);
  for (const key of CONFIG_KEYS) {
    const { variable } = key;
    known.add(variable);
    const value = env[variable];
    const set = value !== undefined && (value !== "" || key.keepsEmpty === true);
    const common = { key, base: cwd, asText: true };
    if (set) {
      const file = key.secret === undefined ? undefined : parseFileReference(value);
      rawSettings.push({ ...common, value: file ?? value, source: variable, inFile: file !== undefined });
    }
    if (key.secret === undefined) continue;
    const fileVariable = `${variable}_FILE`;
    known.add(fileVariable);
    const file = env[fileVariable];
    if (file === undefined || file === "") continue;
    if (set) {
      const message = `${key.name} is also set by ${variable}; unset one of them`;
      problems.push({ code: "duplicate_key", source: fileVariable, message });
    } else rawSettings.push({ ...common, value: file, source: fileVariable, inFile: true });
  }
  return { rawSettings, problems, warnings: misspelled(env, known) };
}

/**
 * Other programs may use the same prefix, so an unknown variable is only reported if it is similar to a known one.
 */
function misspelled(env: Environment, known: ReadonlySet<string>): readonly string[] {
  const names = new Map([...known].map((name) => [name.toLowerCase(), name]));
  return Object.keys(env)
    .filter((name) => /^emend_/i.test(name) && !known.has(name))
    .flatMap((name) => {
      const near = names.get(nearestTag(name, [...names.keys()]) ?? "");
      return near === undefined ? [] : [`${name} is not an Emend variable; did you mean ${near}?`];
    })
    .slice(0, 10);
}
