import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VERSION = "3.5.0";
const PLACE = fileURLToPath(new URL("../node_modules/.cache/emend/chroma", import.meta.url));

/** Its server takes 400 MB, so it is fetched when it is first needed and is no part of the project's own packages. */
export async function installChroma(): Promise<string> {
  const command = join(PLACE, "node_modules/chromadb/dist/cli.mjs");
  if (existsSync(command)) return command;
  mkdirSync(PLACE, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { chromadb: VERSION },
    // Later builds of the server need a newer C library than Debian 12 has.
    overrides: { "chromadb-js-bindings-linux-x64-gnu": "1.0.5" },
  };
  writeFileSync(join(PLACE, "package.json"), JSON.stringify(manifest));
  const flags = [
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--fetch-retries=5",
    "--fetch-timeout=900000",
  ];
  await promisify(execFile)("npm", ["install", ...flags], { cwd: PLACE });
  if (!existsSync(command)) throw new Error(`npm installed chromadb ${VERSION} without ${command}`);
  return command;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await installChroma();
