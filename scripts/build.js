// Builds dist/: the library as plain ES modules with types, and the command as a launcher with its parts.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { carrySqlite, loadCarriedSqlite, notePackages, writeLicences } from "./third-party.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (name) => `${root}${name}`;

rmSync(path("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});

const bundled = new Set();
carrySqlite(path("dist/better-sqlite3"));

// Parts are loaded when a command needs them: in one file, every built-in module that any command uses would be
// loaded at every start.
const command = await rolldown({
  input: {
    cli: path("src/cli/run-process.ts"),
    "embedding-worker": path("src/drivers/embedding/embedding-worker.ts"),
  },
  platform: "node",
  // What is loaded only when it is used stays a dependency: databases, streams, language models.
  external: ["kysely", "pg", "ioredis", "ai", /^@ai-sdk\//],
  plugins: [loadCarriedSqlite, notePackages(bundled)],
});
await command.write({
  dir: path("dist/cli"),
  format: "esm",
  minify: true,
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await command.close();

// The web app, which the server reads from beside the command.
// Whoever builds from a test would otherwise get the makers' edition of React, which is far larger.
process.env["NODE_ENV"] = "production";
const { build } = await import("vite");
await build({
  configFile: path("web/vite.config.ts"),
  logLevel: "warn",
  plugins: [notePackages(bundled)],
  worker: { plugins: () => [notePackages(bundled)] },
});

// The model is made from the base weights and our adapter, once for each change of either.
mkdirSync(path("dist/model"), { recursive: true });
const { cachedModel } = await import("../model/cached-model.ts");
copyFileSync(cachedModel(), path("dist/model/model.bin"));
mkdirSync(path("dist/catalogue"), { recursive: true });
copyFileSync(path("catalogue/map.json"), path("dist/catalogue/map.json"));
copyFileSync(path("catalogue/library-map.json"), path("dist/catalogue/library-map.json"));
const { runtimeEntries, runtimeLibrary } = await import("../catalogue/runtime-entries.ts");
writeFileSync(
  path("dist/catalogue/entries.jsonl"),
  runtimeEntries(readFileSync(path("catalogue/catalogue.jsonl"), "utf8")),
);
writeFileSync(
  path("dist/catalogue/library.jsonl"),
  runtimeLibrary(readFileSync(path("catalogue/library.jsonl"), "utf8")),
);

const launcher = await rolldown({
  input: path("src/cli/bin.ts"),
  platform: "node",
  external: [/run-process/],
});
await launcher.write({ file: path("dist/bin.js"), format: "esm", banner: "#!/usr/bin/env node" });
await launcher.close();
writeFileSync(
  path("dist/bin.js"),
  readFileSync(path("dist/bin.js"), "utf8").replace(/["'][^"']*run-process\.ts["']/, '"./cli/cli.js"'),
);
chmodSync(path("dist/bin.js"), 0o755);
writeLicences(path("dist/third-party-licences.txt"), bundled);
