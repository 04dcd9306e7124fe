import { fail, ok, type Result } from "../result.ts";

/** The command that starts `emend` in the repository, as separate arguments. */
export type SetupCommand = readonly [string, ...string[]];

const MAX_LENGTH = 400;

/** Splits a command at spaces, except within double quotes. Shell syntax is an error. */
export function parseSetupCommand(text: string): Result<SetupCommand, { readonly message: string }> {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return fail({ message: `expected at most ${MAX_LENGTH} characters` });
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'`$;|&<>*?!#~(){}[\]]/u.test(trimmed)) {
    return fail({ message: "expected a program and its arguments, without shell syntax" });
  }
  if (!/^(?:"[^"]*"|[^\s"]+)(?:\s+(?:"[^"]*"|[^\s"]+))*$/.test(trimmed)) {
    return fail({ message: "expected arguments that are quoted completely or not at all" });
  }
  const words = trimmed.match(/"[^"]*"|[^\s"]+/g) ?? [];
  const [program = "", ...args] = words.map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));
  return program === "" ? fail({ message: "expected a program" }) : ok([program, ...args]);
}

/** Joins arguments into a shell command. */
export const shellLine = (words: readonly string[]): string =>
  words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$\\`]/g, "\\$&")}"`))
    .join(" ");

/** Runs the repository's own dependency and never downloads anything. */
export const LOCAL_COMMAND: SetupCommand = ["npx", "--no", "--", "emend"];

export interface CommandChoice {
  readonly command: SetupCommand;
  /** Whether package.json depends on a package named `emend` that is not ours. */
  readonly isForeignPackage: boolean;
}

/** The repository's dependency if that is certainly Emend, otherwise the running program. */
export function commandFor(
  manifest: string | null,
  { program, publishedAs }: { readonly program: SetupCommand; readonly publishedAs: string | null },
): CommandChoice {
  const named = manifest === null ? {} : dependenciesIn(manifest);
  const source = named["emend"];
  const isOurs =
    (source !== undefined && isExactSource(source)) ||
    (publishedAs !== null && named[publishedAs] !== undefined);
  if (isOurs) return { command: LOCAL_COMMAND, isForeignPackage: false };
  return { command: program, isForeignPackage: source !== undefined && publishedAs !== "emend" };
}

/** A file, URL or repository. Anything else is a version from the registry. */
const isExactSource = (source: string): boolean =>
  /^(?:file:|link:|portal:|workspace:|https?:|git[+:@]|github:|gitlab:|\.{1,2}\/|\/)|\.tgz$/.test(source);

function dependenciesIn(manifest: string): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(manifest.replace(/^\uFEFF/, ""));
    const lists = ["dependencies", "devDependencies", "optionalDependencies"].map((list) =>
      isRecord(parsed) ? parsed[list] : undefined,
    );
    const pairs = lists.flatMap((list) => (isRecord(list) ? Object.entries(list) : []));
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return {};
  }
}

const RUNNERS: ReadonlySet<string> = new Set(["npx", "bunx", "pnpx", "dlx", "exec", "x"]);

/** How many arguments may be between the runner and the name: options, and keys of JSON. */
const MAX_BETWEEN = 6;

/** Whether a command would download whatever is registered as `emend`. */
export const downloadsByName = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    if (!/^emend(?:@|$)/.test(word)) return false;
    const before = words.slice(Math.max(0, at - MAX_BETWEEN), at);
    return before.some(isRunner) && !before.includes("--no") && !before.includes("--no-install");
  });

function isRunner(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return RUNNERS.has(name.replace(/\.(?:cmd|exe)$/, ""));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
