import { TARGET_NAMES, TARGETS } from "../inject/targets.ts";

export const SETUP_PATHS = {
  settings: "emend.yaml",
  ignore: ".gitignore",
  claudeHooks: ".claude/settings.json",
  claudeMcp: ".mcp.json",
  cursorHooks: ".cursor/hooks.json",
  cursorMcp: ".cursor/mcp.json",
  workflow: ".github/workflows/emend.yml",
} as const;

/** Whether setup may touch a path; a record with any other path was not written by it. */
export function isSetupPath(path: string): boolean {
  if ((Object.values(SETUP_PATHS) as readonly string[]).includes(path)) return true;
  return TARGET_NAMES.some((name) => {
    const target = TARGETS[name];
    if (target.kind === "block") return target.path === path;
    const { folder, mayBeOurs } = target.format;
    return path.startsWith(`${folder}/`) && mayBeOurs(path.slice(folder.length + 1));
  });
}
