import { fail, ok, type Result } from "../result.ts";

/** How `emend` is started from the repository, in words, such as `npx` and `emend`. */
export type SetupCommand = readonly [string, ...string[]];

const MAX_LENGTH = 400;

/** Splits a command at blanks; double quotes hold one word together. What only a shell understands is refused. */
export function parseSetupCommand(text: string): Result<SetupCommand, { readonly message: string }> {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return fail({ message: `expected at most ${MAX_LENGTH} characters` });
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'`$;|&<>*?!#~(){}[\]]/u.test(trimmed)) {
    return fail({ message: "expected a program and its arguments, without signs that only a shell knows" });
  }
  if (!/^(?:"[^"]*"|[^\s"]+)(?:\s+(?:"[^"]*"|[^\s"]+))*$/.test(trimmed)) {
    return fail({ message: "expected words, each in double quotes as a whole or not at all" });
  }
  const words = trimmed.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const [program = "", ...args] = words.map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
  return program === "" ? fail({ message: "expected a program" }) : ok([program, ...args]);
}

/** The same as one line for a shell. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (/[\s\\]|^$/.test(word) ? `"${word.replaceAll("\\", "\\\\")}"` : word)).join(" ");

/** `npx` finds what the repository itself depends on; otherwise `emend` has to be on the path. */
export function commandFor(manifest: string | null): SetupCommand {
  return manifest !== null && dependsOnEmend(manifest) ? ["npx", "emend"] : ["emend"];
}

function dependsOnEmend(manifest: string): boolean {
  try {
    const parsed: unknown = JSON.parse(manifest.replace(/^\uFEFF/, ""));
    return ["dependencies", "devDependencies", "optionalDependencies"].some((list) => {
      const named = isRecord(parsed) ? parsed[list] : undefined;
      return isRecord(named) && Object.hasOwn(named, "emend");
    });
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
