import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { isOwnedSafely } from "../../config/user-folder.ts";
import { LOCAL_COMMAND, parseSetupCommand, shellLine } from "../../core/setup/setup-command.ts";
import type { CliIo } from "../cli-io.ts";
import { hookLauncher } from "../hook/hook-launcher.ts";
import { findProgram, isProgram } from "../open/find-program.ts";
import type { StartedEmend } from "../status/started-emend.ts";

/** What a command in an agent's settings starts. Those settings are part of the repository, so anybody may have written them. */
export type Started =
  | {
      readonly kind: "program";
      readonly argv: readonly [string, ...string[]];
      /** The words after the program: `hook claude-code`. */
      readonly args: readonly string[];
    }
  /** It cannot be started. */
  | { readonly kind: "missing"; readonly what: string }
  /** Starting it is left to the user, because a repository could have planted it. */
  | { readonly kind: "not_tried"; readonly why: string };

/** How agents' commands name the project's folder. */
const PROJECT =
  /\$(?:\{[A-Z]{1,20}_PROJECT_DIR\}|[A-Z]{1,20}_PROJECT_DIR\b|\(git rev-parse --show-toplevel\))/g;
const LAUNCHER = /(?:^|[\\/])bin\.[jt]s$/;

/** Finds the program of a command. Only a program that no repository can have planted is returned for starting. */
export function resolveStarted({ command }: Pick<StartedEmend, "command">, root: string, io: CliIo): Started {
  const words = wordsOf(command, root);
  if (words === undefined)
    return { kind: "not_tried", why: "the command needs a shell, so Emend does not start it" };
  const isLocal = LOCAL_COMMAND.every((word, at) => words[at] === word);
  const [program = "", ...rest] = isLocal
    ? [resolve(root, "node_modules/.bin/emend"), ...words.slice(LOCAL_COMMAND.length)]
    : words;
  if (/^(?:npx|bunx|pnpm|pnpx|yarn)(?:\.cmd)?$/.test(program))
    return { kind: "not_tried", why: `${program} may download a package, so Emend does not start it` };
  const found =
    program.includes("/") || program.includes("\\")
      ? resolve(root, program)
      : findProgram(io, program, (folder) => isAbsolute(folder) && !isInside(root, folder));
  if (found === undefined) return { kind: "missing", what: `${program}, which is not on the PATH` };
  if (!existsSync(found)) return { kind: "missing", what: `${found}, which does not exist` };
  if (!isProgram(found)) return { kind: "missing", what: `${found}, which is not an executable file` };
  const launcher = rest[0] !== undefined && LAUNCHER.test(rest[0]) ? resolve(root, rest[0]) : undefined;
  if (launcher !== undefined && !existsSync(launcher))
    return { kind: "missing", what: `${launcher}, which does not exist` };
  const args = launcher === undefined ? rest : rest.slice(1);
  const files = [found, ...(launcher === undefined ? [] : [launcher])].map((file) => realpathSync(file));
  const why = whyNotTried(files, root);
  if (why !== undefined) return { kind: "not_tried", why };
  return { kind: "program", argv: [found, ...(launcher === undefined ? [] : [launcher])], args };
}

function wordsOf(command: string | readonly string[], root: string): readonly string[] | undefined {
  if (typeof command !== "string") return command;
  const parsed = parseSetupCommand(command.replaceAll(PROJECT, () => root));
  return parsed.ok ? parsed.value : undefined;
}

function whyNotTried(files: readonly string[], root: string): string | undefined {
  // The program that runs now has been started by the user anyway.
  const own = new Set([process.execPath, hookLauncher()].map((file) => realpathSync(file)));
  const others = files.filter((file) => !own.has(file));
  const inside = others.find((file) => isInside(root, file));
  if (inside !== undefined) {
    return `${inside} is part of the repository, so only you can decide to start it: ${shellLine([inside, "doctor"])}`;
  }
  return isOwnedSafely(...others)
    ? undefined
    : `${others.join(" or ")} belongs to another user or can be changed by others, so Emend does not start it`;
}

function isInside(root: string, path: string): boolean {
  const from = relative(realPath(root), realPath(path));
  return from === "" || (!from.startsWith(`..${sep}`) && from !== ".." && !isAbsolute(from));
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
