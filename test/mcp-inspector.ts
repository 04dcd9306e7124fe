import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "2.12.0";
const PLACE = fileURLToPath(new URL("../node_modules/.cache/emend/inspector", import.meta.url));

export interface Inspection {
  readonly code: number;
  /** What the server answered; undefined where it did not. */
  readonly result: unknown;
  /** What the inspector says went wrong, and of the schemas. */
  readonly told: string;
}

/** Takes 110 MB, so it is fetched when it is first needed and is no part of the project's own packages. */
export function installInspector(): string {
  const command = join(PLACE, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  if (existsSync(command)) return command;
  mkdirSync(PLACE, { recursive: true });
  const manifest = { private: true, dependencies: { "@modelcontextprotocol/inspector": VERSION } };
  writeFileSync(join(PLACE, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: PLACE,
    stdio: "ignore",
  });
  if (!existsSync(command)) throw new Error(`npm installed the inspector ${VERSION} without ${command}`);
  return command;
}

/** Runs the inspector's command line with a home of its own. */
export function inspect(args: readonly string[], home: string): Promise<Inspection> {
  const all = [installInspector(), "--cli", "--format", "json", "--stored-auth-only", ...args];
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      all,
      { env, timeout: 60_000, maxBuffer: 16_000_000 },
      (_error, stdout, stderr) => {
        const line = stdout.trim();
        const { result } = line === "" ? {} : (JSON.parse(line) as { readonly result?: unknown });
        resolve({ code: child.exitCode ?? -1, result, told: stderr });
      },
    );
  });
}
