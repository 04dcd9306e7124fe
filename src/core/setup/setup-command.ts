import { fail, ok, type Result } from "../result.ts";

/** How `emend` is started from the repository, in words, such as `node` and the path of its program. */
export type SetupCommand = readonly [string, ...string[]];

const MAX_LENGTH = 400;

/** Splits a command at blanks; double quotes hold one word together. What only a shell understands is refused. */
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

/** The same as one line for a shell. */
export const shellLine = (words: readonly string[]): string =>
  words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$\\`]/g, "\\$&")}"`))
    .join(" ");

/** Runs what the repository's own node_modules hold, and never fetches anything. */
export const LOCAL_COMMAND: SetupCommand = ["npx", "--no", "--", "emend"];

export interface CommandChoice {
  readonly command: SetupCommand;
  /** Whether package.json asks the registry for `emend`, where that name is not ours. */
  readonly isStrangers: boolean;
}

/** What the repository depends on, if that is surely Emend; otherwise the program that runs now. */
export function commandFor(
  manifest: string | null,
  { program, publishedAs }: { readonly program: SetupCommand; readonly publishedAs: string | null },
): CommandChoice {
  const named = manifest === null ? {} : dependenciesIn(manifest);
  const source = named["emend"];
  const isOurs =
    (source !== undefined && isExactSource(source)) ||
    (publishedAs !== null && named[publishedAs] !== undefined);
  if (isOurs) return { command: LOCAL_COMMAND, isStrangers: false };
  return { command: program, isStrangers: source !== undefined && publishedAs !== "emend" };
}

/** A file, an address or a repository. Anything else is a version of the registry's package. */
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

/** How many words may stand between the runner and the name: options, and keys of JSON. */
const MOST_BETWEEN = 6;

/** Whether a command would fetch whatever somebody registered as `emend`. */
export const fetchesByName = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    if (!/^emend(?:@|$)/.test(word)) return false;
    const before = words.slice(Math.max(0, at - MOST_BETWEEN), at);
    return before.some(isRunner) && !before.includes("--no") && !before.includes("--no-install");
  });

function isRunner(word: string): boolean {
  const name = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  return RUNNERS.has(name.replace(/\.(?:cmd|exe)$/, ""));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
