// Builds dist/: the library as plain ES modules with types, and the command as a launcher with its parts.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const path = (name) => `${root}${name}`;

rmSync(path("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.build.json")], {
  stdio: "inherit",
});

// Parts are loaded when a command needs them: in one file, every built-in module that any command uses would be
// loaded at every start.
const command = await rolldown({
  input: { cli: path("src/cli/run-process.ts") },
  platform: "node",
  // Database drivers stay dependencies: one is native code, and all are loaded only when a store is opened.
  external: ["better-sqlite3", "kysely", "pg"],
});
await command.write({
  dir: path("dist/cli"),
  format: "esm",
  minify: true,
  chunkFileNames: "[name]-[hash].js",
});
await command.close();

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
