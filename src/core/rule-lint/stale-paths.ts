import { importsOf, joinPath } from "../rule-file/imports-of.ts";
import { folderOf, formatOfPath } from "../rule-file/formats.ts";
import { globsOf } from "../rule-file/scope-of-file.ts";
import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { type Claim, claimsOf, isHedged, isPlaceholder } from "./claims.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import type { ProjectTree } from "./project-tree.ts";

/** A path that nothing in the tree has; git may still ignore it. */
export interface StalePath {
  readonly finding: LintFinding;
  /** Where the path would be. It is not stale if git ignores one of these. */
  readonly places: readonly string[];
}

/** Paths that a file names and the tree does not have. */
export function findStalePaths(file: RuleFile, tree: ProjectTree): readonly StalePath[] {
  const found = new Map<string, StalePath>();
  for (const claim of claimsOf(file)) {
    const stale = staleClaim(claim, file, tree);
    // Once for each path is enough.
    if (stale !== undefined && !found.has(stale.finding.subject)) found.set(stale.finding.subject, stale);
  }
  return [...found.values(), ...staleImports(file, tree), ...staleGlobs(file, tree)];
}

function staleImports(file: RuleFile, tree: ProjectTree): readonly StalePath[] {
  return importsOf(file).flatMap(({ line, target, path }) => {
    if (path === undefined || exists(path, tree)) return [];
    const message = `\`@${target}\` imports nothing: ${path} does not exist. Correct it, or delete the line.`;
    return [
      {
        places: [path],
        finding: lintFinding("stale-path", { file: file.path, line }, { message, subject: `@${target}` }),
      },
    ];
  });
}

function staleClaim(claim: Claim, file: RuleFile, tree: ProjectTree): StalePath | undefined {
  const path = pathOf(claim, tree, file);
  if (path === undefined) return undefined;
  const bases = basesOf(file.path, file.format.name === "skill");
  const places = bases.flatMap((base) =>
    [joinPath(base, path) ?? [], joinPath(base, claim.text) ?? []].flat(),
  );
  if (places.length === 0) return undefined;
  if (places.some((place) => exists(place, tree)) || (claim.from === "span" && endsSomewhere(path, tree)))
    return undefined;
  const other = similarPath(path, tree);
  const hint = other === undefined ? "Correct it, or delete the line." : `Did you mean \`${other}\`?`;
  const message = `\`${path}\` does not exist in this repository. ${hint}`;
  return {
    places,
    finding: lintFinding("stale-path", { file: file.path, line: claim.line }, { message, subject: path }),
  };
}

const MAX_LENGTH = 200;
const PATH = /^(?:\.{1,2}\/)*[\w@.+~-]+(?:\/[\w@.+~-]+)*\/?$/;

/** The path that a claim names for certain. */
function pathOf({ text, from, context }: Claim, tree: ProjectTree, file: RuleFile): string | undefined {
  const plain = decode(text.split("#")[0]!).replace(/:\d+(?:[-:]\d+)?$/, "");
  if (plain.length > MAX_LENGTH || !PATH.test(plain) || isPlaceholder(plain)) return undefined;
  // `@/lib` is an alias of a bundler.
  if (/^~|^\w+:|^@/.test(plain) || isBuilt(plain) || isLayout(plain)) return undefined;
  if (from === "link" && !/[./]/.test(plain)) return undefined;
  if (from === "link") return isHedged(context) && !/\.(?:md|mdc)$/.test(plain) ? undefined : plain;
  const path = plain.replace(/^\.\//, "");
  // Files that agents read are named where somebody describes them.
  if (formatOfPath(path) !== undefined) return undefined;
  // A folder may be a convention, a layer or a choice of words, and settings of agents are often personal.
  if (isHedged(context) || !/\.\w{1,10}$/.test(path) || OF_AGENTS.test(path)) return undefined;
  if (!path.includes("/")) return isNamedDocument(path, context) ? path : undefined;
  const first = path.split("/")[0]!;
  const isAnchored = basesOf(file.path, false).some((base) =>
    tree.isFolder(base === "" ? first : `${base}/${first}`),
  );
  // Skills are written for many projects; what they surely have is what they bring.
  if (file.format.name === "skill")
    return isAnchored && /^(?:scripts|references|assets)\//.test(path) ? path : undefined;
  return isAnchored ? path : undefined;
}

const OF_AGENTS =
  /(?:^|\/)\.(?:claude|cursor|continue|clinerules|windsurf|codex|gemini|agents|vscode|idea)\//;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What a build or an installation makes, whether git ignores it or not. */
const BUILT =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|vendor|bin|obj|\.next|\.nuxt|\.turbo|\.venv|venv|__pycache__|logs?|tmp|temp|cache|\.cache|\.git|\.env[\w.-]*|_?generated|artifacts?|reports?|secrets?|output|uploads?|data)(?:\/|$)/i;
/** What tools write, and where Maven and Gradle look in any project. */
const isLayout = (path: string): boolean =>
  /\.(?:html|pdf|zip|log|csv|db|sqlite3?|png|jpe?g|svg|lock|tmp|bak)$/i.test(path) ||
  /(?:^|\/)src\/(?:main|test)(?:\/(?:java|kotlin|scala|resources))?\/?$/.test(path);
const isBuilt = (path: string): boolean => BUILT.test(path);

/** "See `TESTING.md`": a document that a line sends its reader to. */
const isNamedDocument = (path: string, context: string): boolean =>
  /^[A-Z][\w-]{2,60}\.md$/.test(path) &&
  /\b(?:see|read|refer to|consult|follow|described in|documented in|details in|defined in|listed in|explained in)\b/i.test(
    context,
  );

/** The folders that a path in a file may be relative to: its own, those above, and the root. */
function basesOf(path: string, isSkill: boolean): readonly string[] {
  const bases = new Set<string>();
  const own = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  bases.add(own);
  if (isSkill) bases.add(folderOf(path));
  for (let at = folderOf(path); at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) bases.add(at);
  bases.add("");
  return [...bases];
}

/** Behind a symbolic link or in a submodule, whose files git does not list. */
function isBelowFile(place: string, tree: ProjectTree): boolean {
  for (let at = place.lastIndexOf("/"); at > 0; at = place.lastIndexOf("/", at - 1)) {
    const above = place.slice(0, at);
    if (tree.has(above)) return !tree.isFolder(above);
  }
  return false;
}

/** Also without an extension, and as the folder of an import. */
function exists(place: string, tree: ProjectTree): boolean {
  if (tree.has(place) || isBelowFile(place, tree)) return true;
  const name = place.slice(place.lastIndexOf("/") + 1);
  const folder = place.slice(0, Math.max(0, place.length - name.length - 1));
  if (/\.[a-z]+$/.test(name) && !/\.(?:js|mjs|cjs|jsx)$/.test(name)) return false;
  const stem = name.replace(/\.(?:js|mjs|cjs|jsx)$/, "");
  return tree.files.some((file) => {
    if (!file.startsWith(folder === "" ? stem : `${folder}/${stem}`)) return false;
    const rest = file.slice((folder === "" ? 0 : folder.length + 1) + stem.length);
    return /^\.[\w.]+$/.test(rest);
  });
}

function endsSomewhere(path: string, tree: ProjectTree): boolean {
  const plain = path.replace(/\/$/, "").replace(/^(?:\.{1,2}\/)+/, "");
  if (tree.hasEnding(plain)) return true;
  const name = plain.slice(plain.lastIndexOf("/") + 1);
  if (name.includes(".")) return false;
  return tree.files.some((file) => file.includes(`/${plain}.`) || file.startsWith(`${plain}.`));
}

/** The only file of this name, if there is one. */
function similarPath(path: string, tree: ProjectTree): string | undefined {
  const name = path.replace(/\/$/, "").slice(path.replace(/\/$/, "").lastIndexOf("/") + 1);
  if (/^(?:index|README|mod|main|__init__)\b/.test(name)) return undefined;
  const same = tree.named(name);
  return same.length === 1 ? same[0] : undefined;
}

/** A file that a glob would match in its first named folder, which git may ignore. */
function placeWithin(glob: string): readonly string[] {
  const names = glob.replace(/^(?:\.?\/|\*\*\/)+/, "").split("/");
  const end = names.findIndex((name) => name === ".." || /[*?{}]/.test(name));
  const named = end === -1 ? names : names.slice(0, end);
  return named.length === 0 || named.includes("")
    ? []
    : [end === -1 ? named.join("/") : `${named.join("/")}/any`];
}

/** Globs of the front matter that match no file: the agent never loads the rules. */
function staleGlobs(file: RuleFile, tree: ProjectTree): readonly StalePath[] {
  const key = GLOB_KEYS[file.format.name];
  const field = file.fields.find((each) => each.key === key);
  const globs = globsOf(field);
  if (field === undefined || globs.length === 0) return [];
  const isAlways = file.fields.some((each) => each.key === "alwaysApply" && each.text === "true");
  const folder = folderOf(file.path);
  const fits = (glob: string): boolean => {
    const plain = glob.replace(/^\.?\//, "");
    return (
      plain.startsWith("!") ||
      /[[\]()]/.test(plain) ||
      tree.matchesAny(folder === "" ? plain : `${folder}/${plain}`) ||
      tree.matchesAny(plain)
    );
  };
  // Quotes within a glob are another fault.
  if (isAlways || globs.some((glob) => /["']/.test(glob) || fits(glob))) return [];
  const shown = globs
    .slice(0, 3)
    .map((glob) => `\`${glob}\``)
    .join(", ");
  const message = `No file of this repository matches ${shown}, so the agent never loads these rules. Correct \`${field.key}\`, or delete the file.`;
  return [
    {
      places: globs.flatMap(placeWithin),
      finding: lintFinding(
        "stale-path",
        { file: file.path, line: field.line, endLine: field.endLine },
        { message, subject: globs.join(",") },
      ),
    },
  ];
}

const GLOB_KEYS: Readonly<Record<string, string>> = {
  cursor: "globs",
  windsurf: "globs",
  "claude-rules": "paths",
  cline: "paths",
  "copilot-paths": "applyTo",
};
