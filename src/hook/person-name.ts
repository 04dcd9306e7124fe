import { homedir } from "node:os";
import { join } from "node:path";
import { readSmallFile } from "./hook-files.ts";

const MAX_BYTES = 64 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** The name that the user commits under here, otherwise their login name. */
export function personName(root: string, env: Environment): string {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const own = [join(home, ".gitconfig"), join(home, ".config", "git", "config")];
  const texts = [
    readSmallFile(join(root, ".git", "config"), MAX_BYTES),
    // Dotfiles are often links.
    ...own.map((file) => readSmallFile(file, MAX_BYTES, { anyFile: true })),
  ];
  const named = texts.map((text) => userName(text ?? "")).find(Boolean);
  const name = named ?? [env["USER"], env["USERNAME"], env["LOGNAME"]].find(Boolean) ?? "person";
  return name.slice(0, 200).toWellFormed();
}

/** Every name that the user's corrections may be recorded under. */
export const ownNames = (root: string, env: Environment): readonly string[] => [
  ...new Set([
    personName(root, env),
    ...[env["USER"], env["USERNAME"], env["LOGNAME"]].flatMap((name) => name || []),
  ]),
];

/** `user.name` in a git config file. */
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
