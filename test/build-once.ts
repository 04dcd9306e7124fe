import { execFileSync } from "node:child_process";

/** Builds what the end-to-end tests run, as far as it changed. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/build.js", "--changed"], { stdio: "inherit" });
}
