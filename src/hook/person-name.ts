import { homedir } from "node:os";
import { join } from "node:path";
import { readSmall } from "./hook-files.ts";

const MOST_BYTES = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** Who talks to the agent: the name that they commit under here, else the one they are logged in under. */
export function personName(root: string, env: Environment): string {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const own = [join(home, ".gitconfig"), join(home, ".config", "git", "config")];
  const texts = [
    readSmall(join(root, ".git", "config"), MOST_BYTES),
    // Many people keep these as links to a folder of theirs.
    ...own.map((file) => readSmall(file, MOST_BYTES, { anyFile: true })),
  ];
  const named = texts.map((text) => userName(text ?? "")).find(Boolean);
  const name = named ?? [env["USER"], env["USERNAME"], env["LOGNAME"]].find(Boolean) ?? "person";
  return name.slice(0, 200).toWellFormed();
}

/** The names that somebody's corrections here may be recorded under: of their commits, and of their login. */
export const ownNames = (root: string, env: Environment): readonly string[] => [
  ...new Set([
    personName(root, env),
    ...[env["USER"], env["USERNAME"], env["LOGNAME"]].flatMap((name) => name || []),
  ]),
];

/** `name` of the section `[user]` of a file of git's settings. */
function userName(text: string): string | undefined {
  let inside = false;
  let found: string | undefined;
  for (const line of text.split("\n", 5_000)) {
    const trimmed = line.trim();
    if (trimmed.startsWith("[")) inside = /^\[user\]/i.test(trimmed);
    else if (inside && /^name\s?=/i.test(trimmed.replace(/\s+/, " "))) {
      found = trimmed
        .slice(trimmed.indexOf("=") + 1)
        .trim()
        .replaceAll(/^"|"$/g, "");
    }
  }
  return found === "" ? undefined : found;
}
