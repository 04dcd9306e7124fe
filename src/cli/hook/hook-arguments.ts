import { defined } from "../../core/defined.ts";

/** What the hook can be told on its command line. */
export interface HookOptions {
  readonly agent?: string;
  readonly store?: string;
  /** The file of settings, as every command takes it. */
  readonly config?: string;
  /** Answers in this process, and starts none that answers the next one. */
  readonly alone?: boolean;
  readonly deliver?: boolean;
  readonly status?: boolean;
  readonly attend?: boolean;
  /** A folder of entries to take over. */
  readonly take?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface HookArguments {
  /** As it was given; one that nobody knows counts as left out. */
  readonly protocol?: string;
  readonly options: HookOptions;
}

const VALUED = new Set(["--agent", "--store", "--config"]);
/** What people ask; everything else is an agent's hook, whose arguments are never refused. */
const FOR_PEOPLE = new Set(["--help", "-h", "--deliver", "--status", "--attend", "--json", "--take"]);

/** Reads the arguments of an agent's hook without the parser of all commands; nothing where people ask for something else. */
export function hookArguments(argv: readonly string[]): HookArguments | undefined {
  if (argv.some((word) => FOR_PEOPLE.has(word))) return undefined;
  let protocol: string | undefined;
  const given: Record<string, string> = {};
  let alone = false;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    const [name = "", ...rest] = word.split("=");
    if (word === "--alone") alone = true;
    else if (VALUED.has(name)) {
      const value = rest.length > 0 ? rest.join("=") : argv[(at += 1)];
      if (value !== undefined && value !== "") given[name.slice(2)] = value;
    } else if (!word.startsWith("-")) protocol ??= word;
  }
  return {
    ...defined({ protocol }),
    options: { ...given, ...(alone ? { alone } : {}) },
  };
}
