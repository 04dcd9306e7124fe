import { join } from "node:path";
import type { Search } from "./findings.ts";

/** The user's folder of an editor that is based on VS Code. */
export function userFolder({ env, home, platform }: Search, product: string): string {
  const data =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? env["APPDATA"] || join(home, "AppData", "Roaming")
        : env["XDG_CONFIG_HOME"] || join(home, ".config");
  return join(data, product, "User");
}
