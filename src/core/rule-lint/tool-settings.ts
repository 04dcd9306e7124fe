import { fieldOf, isJsonObject, parseJson } from "../json/json.ts";
import type { Result } from "../result.ts";
import type { StyleTopic } from "./style-of-line.ts";

/** What a formatter or compiler of a repository makes sure of. */
export interface ToolSetting {
  readonly topic: StyleTopic;
  readonly value: string;
  readonly tool: string;
  readonly file: string;
}

/** Files at the root that are read as data. */
export const TOOL_FILES: readonly string[] = [
  ".prettierrc",
  ".prettierrc.json",
  ".prettierrc.yaml",
  ".prettierrc.yml",
  "package.json",
  "biome.json",
  "biome.jsonc",
  "tsconfig.json",
];

export type ParseYaml = (text: string) => Result<unknown, string>;

/** The style that Prettier, Biome and TypeScript enforce here. What is code or inherits says nothing. */
export function readToolSettings(
  files: ReadonlyMap<string, string>,
  parseYaml: ParseYaml,
): readonly ToolSetting[] {
  return [...prettierSettings(files, parseYaml), ...biomeSettings(files), ...strictMode(files)];
}

function prettierSettings(files: ReadonlyMap<string, string>, parseYaml: ParseYaml): readonly ToolSetting[] {
  const found = TOOL_FILES.slice(0, 4).find((name) => files.has(name));
  const manifest = fieldOf(parseJson(files.get("package.json")), "prettier");
  const file = found ?? (isJsonObject(manifest) ? "package.json" : undefined);
  if (file === undefined) return [];
  const parsed = found === undefined ? undefined : parseYaml(files.get(found)!);
  const value =
    found === undefined
      ? manifest
      : (parseJson(files.get(found)) ?? (parsed?.ok === true ? parsed.value : undefined));
  if (!isJsonObject(value) || value["overrides"] !== undefined) return [];
  const set = (topic: StyleTopic, is: unknown): ToolSetting => ({
    topic,
    value: String(is),
    tool: "Prettier",
    file,
  });
  const {
    useTabs = false,
    tabWidth = 2,
    singleQuote = false,
    semi = true,
    printWidth = 80,
    trailingComma = "all",
  } = value;
  return [
    set("indentation", useTabs === true ? "tabs" : `${numberOf(tabWidth, 2)} spaces`),
    set("quotes", singleQuote === true ? "single" : "double"),
    set("semicolons", semi === false ? "no" : "yes"),
    set("line width", printWidth),
    set("trailing commas", trailingComma === "none" ? "no" : "yes"),
  ];
}

function biomeSettings(files: ReadonlyMap<string, string>): readonly ToolSetting[] {
  const file = ["biome.json", "biome.jsonc"].find((name) => files.has(name));
  const value = parseJson(files.get(file ?? ""));
  if (file === undefined || !isJsonObject(value) || fieldOf(value, "formatter", "enabled") === false)
    return [];
  if (["extends", "overrides"].some((key) => value[key] !== undefined)) return [];
  const set = (topic: StyleTopic, is: unknown): ToolSetting => ({
    topic,
    value: String(is),
    tool: "Biome",
    file,
  });
  const style = fieldOf(value, "formatter", "indentStyle") ?? "tab";
  return [
    set(
      "indentation",
      style === "space" ? `${numberOf(fieldOf(value, "formatter", "indentWidth"), 2)} spaces` : "tabs",
    ),
    set("quotes", fieldOf(value, "javascript", "formatter", "quoteStyle") ?? "double"),
    set("semicolons", fieldOf(value, "javascript", "formatter", "semicolons") === "asNeeded" ? "no" : "yes"),
    set("line width", fieldOf(value, "formatter", "lineWidth") ?? 80),
  ];
}

const numberOf = (value: unknown, or: number): number => (typeof value === "number" ? value : or);

function strictMode(files: ReadonlyMap<string, string>): readonly ToolSetting[] {
  const text = files.get("tsconfig.json") ?? "";
  return /^[ \t{]{0,40}"strict"[ \t]{0,9}:[ \t]{0,9}true\b/m.test(text)
    ? [{ topic: "strict mode", value: "yes", tool: "TypeScript", file: "tsconfig.json" }]
    : [];
}
