import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VERSION = "2.1.325";
const PLACE = fileURLToPath(new URL("../node_modules/.cache/emend/claude-code", import.meta.url));
const SCOPE = join(PLACE, "node_modules/@anthropic-ai");

/** The real client is 350 MB, so it is fetched when it is first needed and is no part of the project's own packages. */
export async function installClaudeCode(): Promise<string> {
  const installed = findClient();
  if (installed !== undefined) return installed;
  mkdirSync(PLACE, { recursive: true });
  const manifest = { private: true, dependencies: { "@anthropic-ai/claude-code": VERSION } };
  writeFileSync(join(PLACE, "package.json"), JSON.stringify(manifest));
  const flags = [
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--fetch-retries=5",
    "--fetch-timeout=900000",
  ];
  await promisify(execFile)("npm", ["install", ...flags], { cwd: PLACE });
  const client = findClient();
  if (client === undefined)
    throw new Error(`npm installed Claude Code ${VERSION} without a program in ${SCOPE}`);
  return client;
}

/** The program is in the package of this platform, whichever that is. */
function findClient(): string | undefined {
  if (!existsSync(SCOPE)) return undefined;
  return readdirSync(SCOPE)
    .filter((name) => name.startsWith("claude-code-"))
    .flatMap((name) => ["claude", "claude.exe"].map((program) => join(SCOPE, name, program)))
    .find((program) => existsSync(program));
}
