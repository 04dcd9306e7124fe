import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CLIENTS } from "./all-clients.ts";

/** What to install of a client, and where its program is then. */
export interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** In `node_modules`. */
  readonly program: string;
}

/** Beside the clone, because `npm ci` empties everything in it. */
const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "emend-test-clients");

/**
 * The real clients are 1.1 GB, so each is fetched when it is first needed, and is no part of the project's own packages.
 * Their programs come ready in the package of the platform, so no script of theirs runs.
 */
export async function installClient({ name, version, program }: ClientPackage): Promise<string> {
  const place = join(CACHE, `${name.replaceAll("/", "-")}-${version}`);
  const installed = join(place, "node_modules", program);
  if (existsSync(installed)) return installed;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, ".draft-"));
  try {
    writeFileSync(
      join(draft, "package.json"),
      JSON.stringify({ private: true, dependencies: { [name]: version } }),
    );
    const flags = [
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--fetch-retries=5",
      "--fetch-timeout=900000",
    ];
    await promisify(execFile)("npm", ["install", ...flags], { cwd: draft });
    if (!existsSync(join(draft, "node_modules", program)))
      throw new Error(`npm installed ${name} ${version} without ${program}`);
    // Another run may have been quicker.
    if (!existsSync(place)) renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return installed;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await Promise.all(CLIENTS.map(({ client }) => installClient(client)));
