import { spawnSync } from "node:child_process";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** A real browser: the one on the path, which root can fetch from the machine's packages where there is none. */
export function openChromium(): Promise<Browser> {
  const found = find() ?? (fetchIt(), find());
  if (found === undefined) {
    throw new Error("expected chromium on the path; install it, as with `apt-get install chromium`");
  }
  return chromium.launch({ executablePath: found, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

function find(): string | undefined {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
}

function fetchIt(): void {
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
}
