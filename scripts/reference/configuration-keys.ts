import { CONFIG_KEYS, type ConfigKey } from "../../src/config/config-keys.ts";
import { expectedOf } from "../../src/config/config-schema.ts";
import { code, table } from "./markdown.ts";

const HEAD = "\n## Keys\n\n";

/** The page of settings with its table of keys made anew; everything around it is written by hand. */
export function configurationPage(page: string): string {
  const start = page.indexOf(HEAD);
  const end = page.indexOf("\n\n", start + HEAD.length);
  if (start === -1 || end === -1) throw new Error("expected `## Keys` with a table in docs/configuration.md");
  const rows = table(
    ["key", "environment", "takes", "default", "needs trust", "sets"],
    CONFIG_KEYS.map(rowOf),
  );
  return `${page.slice(0, start)}${HEAD}${rows.slice(0, -1).join("\n")}${page.slice(end)}`;
}

const rowOf = ({ name, variable, kind, default: value, about, free }: ConfigKey): readonly string[] => [
  code(name),
  code(variable),
  expectedOf(kind),
  value === undefined ? "" : code(String(value)),
  typeof free === "object" ? `all but ${free.only.map(code).join(", ")}` : NEEDS_TRUST[free ?? "never"],
  about,
];

/** By which values count without trust. */
const NEEDS_TRUST = { always: "no", raised: "below the default", names: "files", never: "yes" } as const;
