import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** What the tests run besides Node.js, by the names that a machine may know each under. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  git: ["git"],
  curl: ["curl"],
  openssl: ["openssl"],
  "redis-server": ["redis-server"],
  strace: ["strace"],
};

/** Before any test: several files that installed something at once would wait for each other's lock and fail. */
export function setup(): void {
  requirePrograms(PROGRAMS);
}

/** Installs what is missing from the machine's packages where root may do that; otherwise says what to install. */
export function requirePrograms(programs: Readonly<Record<string, readonly string[]>>): void {
  const missing = Object.keys(programs).filter((name) => findProgram(programs[name] ?? []) === undefined);
  if (missing.length === 0) return;
  const install = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    process.stdout.write(`Installing for the tests: ${missing.join(", ")} …\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    if (spawnSync("sh", ["-c", install], { env, stdio: "ignore" }).status === 0) return;
  }
  throw new Error(`these tests need ${missing.join(", ")}; as root on Debian: ${install}`);
}

/** Where the first of these programs lies, if one is there. */
export function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}
