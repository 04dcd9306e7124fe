// npm run build               builds dist/ from nothing
// node scripts/build.js --changed   builds only the parts whose sources changed, as `npm start` does
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { changedParts, readRecord, writeRecord } from "./changed-parts.ts";
import { formatSbom } from "./sbom.ts";
import {
  carrySqlite,
  copyGrammars,
  loadCarriedSqlite,
  notePackages,
  readShipped,
  writeLicences,
} from "./third-party.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const record = `${root}node_modules/.cache/emend/built.json`;
const path = (name) => `${root}${name}`;

/** Each part with what it is made from and what it writes; `bundled` takes the folders of packages that it includes. */
const PARTS = [
  {
    name: "library",
    inputs: ["src", "tsconfig.build.json"],
    outputs: ["dist/entry"],
    build: async () => {
      const others = new Set(PARTS.flatMap(({ name, outputs }) => (name === "library" ? [] : outputs)));
      for (const name of readdirSync(path("dist")))
        if (!others.has(`dist/${name}`)) rmSync(path(`dist/${name}`), { recursive: true });
      const tsc = path("node_modules/typescript/bin/tsc");
      execFileSync(process.execPath, [tsc, "-p", path("tsconfig.build.json")], { stdio: "inherit" });
      // Drivers need packages that are bundled with the command, so the library takes that bundle.
      writeFileSync(
        path("dist/compose/open-emend.js"),
        'export { openEmend } from "../cli/open-emend.js";\n',
      );
      writeFileSync(path("dist/core/signal/tools/tool-triggers.js"), await derivedTriggers());
      pruneLibrary();
    },
  },
  {
    name: "command",
    inputs: ["src"],
    outputs: ["dist/bin.js", "dist/cli", "dist/better-sqlite3"],
    build: async (bundled) => {
      carrySqlite(path("dist/better-sqlite3"));
      await buildCommand(bundled);
      await buildLauncher();
    },
  },
  { name: "web", inputs: ["web"], outputs: ["dist/web"], build: buildWeb },
  {
    name: "model",
    inputs: ["model", "src/drivers/embedding"],
    outputs: ["dist/model"],
    build: async () => {
      const { cachedModel } = await import("../model/cached-model.ts");
      mkdirSync(path("dist/model"));
      copyFileSync(cachedModel(), path("dist/model/model.bin"));
    },
  },
  {
    name: "grammars",
    inputs: ["src/drivers/syntax"],
    outputs: ["dist/grammars"],
    build: async () => {
      mkdirSync(path("dist/grammars"));
      const { GRAMMARS } = await import("../src/drivers/syntax/grammars.ts");
      copyGrammars(new Set(GRAMMARS.values()), path("dist/grammars"));
    },
  },
  { name: "catalogue", inputs: ["catalogue"], outputs: ["dist/catalogue"], build: buildCatalogue },
  {
    name: "docs",
    inputs: [
      "docs",
      "README.md",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "scripts/docs-site",
      "web/docs-site",
      "web/public",
    ],
    outputs: ["dist/docs-site"],
    build: buildDocs,
  },
];

/** The tools' triggers as a constant, so that no start of the command derives them. */
async function derivedTriggers() {
  const { deriveToolTriggers } = await import("../src/core/signal/tools/tool-triggers.ts");
  return `const triggers = ${JSON.stringify(deriveToolTriggers())};\nexport const deriveToolTriggers = () => triggers;\n`;
}

const bakeTriggers = {
  name: "bake-triggers",
  load: (id) => (id.endsWith("/signal/tools/tool-triggers.ts") ? derivedTriggers() : null),
};

/** Removes what the compiler wrote and no entry imports, as code or for its types. */
function pruneLibrary() {
  const written = readdirSync(path("dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?:app|compose|config|core|drivers|entry|ports)\b.*\.(?:js|d\.ts)$/.test(name),
  );
  const reached = new Set(written.filter((name) => name.startsWith("entry")));
  for (const name of reached) {
    const kind = name.endsWith(".js") ? ".js" : ".d.ts";
    const text = readFileSync(path(`dist/${name}`), "utf8");
    for (const [, target] of text.matchAll(/["'](\.{1,2}\/[^"']+?)(?:\.d)?\.[jt]s["']/g)) {
      const file = join(dirname(name), `${target}${kind}`);
      if (written.includes(file)) reached.add(file);
    }
  }
  for (const name of written) if (!reached.has(name)) rmSync(path(`dist/${name}`));
}

// Split into chunks that are loaded on demand: a single file would load every built-in module at every start.
async function buildCommand(bundled) {
  const { rolldown } = await import("rolldown");
  const command = await rolldown({
    input: {
      cli: path("src/cli/run-process.ts"),
      "open-emend": path("src/compose/open-emend.ts"),
      "embedding-worker": path("src/drivers/embedding/embedding-worker.ts"),
    },
    platform: "node",
    // Only some installations use these, so they stay dependencies: PostgreSQL, Redis, language models.
    external: ["pg", "ioredis", "ai", /^@ai-sdk\//],
    plugins: [loadCarriedSqlite, bakeTriggers, notePackages(bundled)],
    // web-tree-sitter has an eval for grammars with JavaScript inside; ours have none.
    checks: { eval: false },
  });
  await command.write({
    dir: path("dist/cli"),
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await command.close();
}

async function buildLauncher() {
  const { rolldown } = await import("rolldown");
  const launcher = await rolldown({
    input: path("src/cli/bin.ts"),
    platform: "node",
    external: [/run-process/],
  });
  await launcher.write({ file: path("dist/bin.js"), format: "esm", banner: "#!/usr/bin/env node" });
  await launcher.close();
  const text = readFileSync(path("dist/bin.js"), "utf8");
  writeFileSync(path("dist/bin.js"), text.replace(/["'][^"']*run-process\.ts["']/, '"./cli/cli.js"'));
  chmodSync(path("dist/bin.js"), 0o755);
}

async function buildWeb(bundled) {
  // Without this, a build started by a test would bundle React's far larger development edition.
  process.env["NODE_ENV"] = "production";
  const { build } = await import("vite");
  await build({
    configFile: path("web/vite.config.ts"),
    logLevel: "warn",
    plugins: [notePackages(bundled)],
    worker: { plugins: () => [notePackages(bundled)] },
  });
}

async function buildCatalogue() {
  const { runtimeChecks, runtimeEntries, runtimeLibrary } = await import("../catalogue/runtime-entries.ts");
  mkdirSync(path("dist/catalogue"));
  for (const name of ["map.json", "library-map.json"])
    copyFileSync(path(`catalogue/${name}`), path(`dist/catalogue/${name}`));
  const write = (name, text) => writeFileSync(path(`dist/catalogue/${name}`), text);
  write("entries.jsonl", runtimeEntries(readFileSync(path("catalogue/catalogue.jsonl"), "utf8")));
  write("library.jsonl", runtimeLibrary(readFileSync(path("catalogue/library.jsonl"), "utf8")));
  const files = readdirSync(path("catalogue/checks")).toSorted();
  write(
    "checks.json",
    runtimeChecks(files.map((name) => readFileSync(path(`catalogue/checks/${name}`), "utf8"))),
  );
  const { readLinterMappings } = await import("../src/drivers/catalogue/read-linter-mappings.ts");
  write("linters.json", JSON.stringify(readLinterMappings(path("catalogue/linters"))));
}

async function buildDocs(bundled) {
  const { writeSite } = await import("./docs-site/write-site.ts");
  const { version } = JSON.parse(readFileSync(path("package.json"), "utf8"));
  const settings = { version, base: "/docs/", app: "/", hasVersions: false };
  await writeSite(root, path("dist/docs-site"), settings, [notePackages(bundled)]);
}

const onlyChanged = process.argv.includes("--changed");
if (!onlyChanged) {
  rmSync(path("dist"), { recursive: true, force: true });
  rmSync(record, { force: true });
}
const parts = changedParts(PARTS, { root, record });
const names = parts.map(({ name }) => name);
if (onlyChanged) {
  const unchanged = PARTS.map(({ name }) => name).filter((name) => !names.includes(name));
  const skipped = unchanged.length === 0 ? "" : `${unchanged.join(", ")} unchanged`;
  console.log(
    names.length === 0 ? "Build is up to date" : `Building ${names.join(", ")}${skipped && ` (${skipped})`}`,
  );
}
mkdirSync(path("dist"), { recursive: true });
const built = readRecord(record);
for (const { name, outputs, hash, build } of parts) {
  const bundled = new Set();
  // A part that fails half-way is built again next time.
  delete built[name];
  writeRecord(record, built);
  for (const output of outputs) rmSync(path(output), { recursive: true, force: true });
  await build(bundled);
  built[name] = { hash, bundled: [...bundled] };
  writeRecord(record, built);
}
if (parts.length > 0) {
  const bundled = Object.values(built).flatMap((part) => part.bundled);
  writeLicences(path("dist/third-party-licences.txt"), bundled);
  writeFileSync(path("dist/sbom.cdx.json"), formatSbom(readShipped(bundled)));
}
