import { execFileSync } from "node:child_process";

/** Builds what the end-to-end tests run. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
}
