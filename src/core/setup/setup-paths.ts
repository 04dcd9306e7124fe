import { TARGET_NAMES, TARGETS } from "../inject/targets.ts";
import { CODING_AGENTS } from "./coding-agents.ts";

export const SETUP_PATHS = {
  settings: "emend.yaml",
  ignore: ".gitignore",
  workflow: ".github/workflows/emend.yml",
} as const;

const AGENT_PATHS: ReadonlySet<string> = new Set(
  Object.values(CODING_AGENTS)
    .flatMap(({ files }) => files(["emend"]))
    .flatMap(({ path, or = [] }) => [path, ...or]),
);

/** Whether setup may touch a path; a record with any other path was not written by it. */
export function isSetupPath(path: string): boolean {
  if ((Object.values(SETUP_PATHS) as readonly string[]).includes(path) || AGENT_PATHS.has(path)) return true;
  return TARGET_NAMES.some((name) => {
    const target = TARGETS[name];
    if (target.kind === "block") return target.path === path;
    const { folder, mayBeOurs } = target.format;
    return path.startsWith(`${folder}/`) && mayBeOurs(path.slice(folder.length + 1));
  });
}
