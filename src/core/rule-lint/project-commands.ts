import { fieldOf, isJsonObject, parseJson } from "../json/json.ts";

/** What a repository's manifests define, by which claims about commands are checked. An absent set means that no file defines any. */
export interface ProjectCommands {
  /** Scripts of every package.json. */
  readonly npm?: ReadonlySet<string>;
  readonly make?: ReadonlySet<string>;
  readonly just?: ReadonlySet<string>;
  readonly task?: ReadonlySet<string>;
  readonly composer?: ReadonlySet<string>;
  readonly deno?: ReadonlySet<string>;
  /** Whether `cargo xtask` is an alias or a crate. */
  readonly hasXtask: boolean;
  readonly hasCargo: boolean;
  /** Names of crates and of their binaries. */
  readonly crates: ReadonlySet<string>;
}

const MAX_MANIFESTS = 500;

/** Which files define commands. */
export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return MANIFEST.test(name) || /(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(path);
}

const MANIFEST =
  /^(?:package\.json|(?:GNUm|M|m)akefile|Makefile\.[\w-]{1,40}|[\w-]{1,80}\.mk|\.?justfile|Justfile|[\w-]{1,80}\.just|[Tt]askfile(?:\.dist)?\.ya?ml|composer\.json|deno\.jsonc?|Cargo\.toml)$/;

/** Reads the manifests as data; nothing in them is run. A form that is not understood makes its set absent. */
export function readCommands(manifests: ReadonlyMap<string, string>): ProjectCommands {
  const all = [...manifests].slice(0, MAX_MANIFESTS);
  const sets = new Map<CommandTool, Set<string> | undefined>();
  const crates = new Set<string>();
  let [hasXtask, hasCargo] = [false, false];
  for (const [path, text] of all) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const tool = toolOf(name);
    if (tool !== undefined) {
      const defined = READERS[tool](text);
      const known = sets.has(tool) ? sets.get(tool) : new Set<string>();
      if (defined === undefined || known === undefined) sets.set(tool, undefined);
      else sets.set(tool, new Set([...known, ...defined]));
    } else if (name === "Cargo.toml") {
      hasCargo = true;
      for (const [, crate = ""] of text.matchAll(/^\s{0,20}name\s{0,20}=\s{0,20}"([\w-]{1,80})"/gm))
        crates.add(crate);
    }
    if (/^\s{0,20}xtask\s{0,20}=/m.test(text) || path.includes("xtask/")) hasXtask = true;
  }
  const set = (tool: CommandTool): Record<string, ReadonlySet<string>> => {
    const found = sets.get(tool);
    return found === undefined ? {} : { [tool]: found };
  };
  return {
    hasXtask,
    hasCargo,
    crates,
    ...set("npm"),
    ...set("make"),
    ...set("just"),
    ...set("task"),
    ...set("composer"),
    ...set("deno"),
  };
}

export type CommandTool = "npm" | "make" | "just" | "task" | "composer" | "deno";

function toolOf(name: string): CommandTool | undefined {
  if (name === "package.json") return "npm";
  if (name === "composer.json") return "composer";
  if (/^deno\.jsonc?$/.test(name)) return "deno";
  if (/makefile|\.mk$/i.test(name)) return "make";
  if (/^\.?justfile$|\.just$/i.test(name)) return "just";
  return /taskfile/i.test(name) ? "task" : undefined;
}

const keysAt = (text: string, ...path: readonly string[]): readonly string[] | undefined => {
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  if (value === undefined) return undefined;
  const found = fieldOf(value, ...path);
  return isJsonObject(found) ? Object.keys(found) : [];
};

/** Undefined for a form that defines more than can be read, such as targets made by patterns. */
const READERS: Readonly<Record<CommandTool, (text: string) => readonly string[] | undefined>> = {
  npm: (text) => keysAt(text, "scripts"),
  composer: (text) => keysAt(text, "scripts"),
  deno: (text) => keysAt(text, "tasks"),
  make: (text) =>
    /^(?:%|\$\(|[^#\s:=]{0,200}%[^:=\n]{0,200}:(?!=))/m.test(text) ||
    /^-?include\s{1,20}\S{0,200}\$/m.test(text)
      ? undefined
      : [...text.matchAll(/^([\w./ \t-]{1,300}):(?!=)/gm)].flatMap(([, names = ""]) =>
          names.trim().split(/\s+/),
        ),
  just: (text) =>
    [
      ...text.matchAll(/^@?([\w-]{1,80})(?:[ \t][^\n:]{0,300})?:(?!=)/gm),
      ...text.matchAll(/^(?:alias|mod\??)[ \t]{1,9}([\w-]{1,80})/gm),
    ].map(([, name = ""]) => name),
  task: (text) =>
    /^includes:/m.test(text)
      ? undefined
      : [...text.matchAll(/^(?: {2}| {4}|\t)["']?([\w:.-]{1,80})["']?:/gm)].map(([, name = ""]) => name),
};
