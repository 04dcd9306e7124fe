import { defined } from "../../core/defined.ts";

export interface HookOptions {
  readonly agent?: string;
  readonly store?: string;
  readonly config?: string;
  /** Answers in this process and starts no attendant. */
  readonly alone?: boolean;
  readonly deliver?: boolean;
  readonly status?: boolean;
  readonly attend?: boolean;
  /** The folder of a queue to import. */
  readonly take?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export interface HookArguments {
  /** Unknown protocols are ignored. */
  readonly protocol?: string;
  readonly options: HookOptions;
}

const WITH_VALUE = new Set(["--agent", "--store", "--config"]);
/** Options for people. Without one of them it is an agent's hook, whose arguments are never refused. */
const FOR_PEOPLE = new Set(["--help", "-h", "--deliver", "--status", "--attend", "--json", "--take"]);

/** Parses the arguments of an agent's hook without loading Commander; undefined if a person runs the command. */
export function parseHookArguments(argv: readonly string[]): HookArguments | undefined {
  if (argv.some((word) => FOR_PEOPLE.has(word))) return undefined;
  let protocol: string | undefined;
  const values: Record<string, string> = {};
  let alone = false;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    const [name = "", ...rest] = word.split("=");
    if (word === "--alone") alone = true;
    else if (WITH_VALUE.has(name)) {
      const value = rest.length > 0 ? rest.join("=") : argv[(at += 1)];
      if (value !== undefined && value !== "") values[name.slice(2)] = value;
    } else if (!word.startsWith("-")) protocol ??= word;
  }
  return {
    ...defined({ protocol }),
    options: { ...values, ...(alone ? { alone } : {}) },
  };
}
