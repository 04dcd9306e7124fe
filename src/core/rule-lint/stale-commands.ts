import type { RuleFile } from "../rule-file/parse-rule-file.ts";
import { isPlaceholder, withoutAsides } from "./claims.ts";
import { lintFinding, type LintFinding } from "./lint-finding.ts";
import type { CommandTool, ProjectCommands } from "./project-commands.ts";

const SHELLS = new Set(["", "sh", "bash", "shell", "zsh", "console", "shell-session", "terminal"]);
const MAX_COMMANDS = 3_000;
/** Nobody writes longer lines by hand. */
const MAX_LINE = 2_000;

interface NamedCommand {
  readonly line: number;
  readonly text: string;
  readonly context: string;
}

/** Commands that a file tells an agent to run and nothing defines. */
export function findStaleCommands(file: RuleFile, commands: ProjectCommands): readonly LintFinding[] {
  const found = new Map<string, LintFinding>();
  for (const named of commandsOf(file)) {
    if (isWarning(withoutAsides(named.context))) continue;
    for (const part of named.text.split(/&&|\|\||[;|]/)) {
      const stale = staleCommand(part.trim(), commands);
      if (stale === undefined || found.has(stale.subject)) continue;
      const { message, subject } = stale;
      found.set(
        subject,
        lintFinding("stale-command", { file: file.path, line: named.line }, { message, subject }),
      );
    }
  }
  return [...found.values()];
}

/** A line that says what not to run, or what would be run elsewhere. */
const isWarning = (text: string): boolean =>
  /\b(?:never|don['’]t|do not|not|avoid|instead of|rather than|no longer|removed?|deprecated|legacy|old|e\.g\.|for example|such as|if (?:it|they|you|available|present|there|the)|when (?:available|present)|exists?|existed|add (?:a|an|the)|would|templates?|todo|planned|future|missing|optional(?:ly)?)\b|❌|✗|🚫/iu.test(
    text,
  );

function commandsOf({ lines }: RuleFile): readonly NamedCommand[] {
  const found: NamedCommand[] = [];
  let heading = "";
  let before = "";
  for (const { number, kind, text: whole, info } of lines) {
    if (found.length >= MAX_COMMANDS) break;
    const text = whole.slice(0, MAX_LINE);
    if (kind === "heading") heading = text;
    if (kind === "code") {
      const command = text.trim().replace(/^[$>] /, "");
      if (SHELLS.has(info ?? "") && !command.startsWith("#") && !/^[`~]{3}/.test(command))
        found.push({
          line: number,
          text: withoutComment(command),
          context: `${heading}\n${before}\n${text}`,
        });
      continue;
    }
    if (kind !== "blank") before = text;
    if (kind !== "item" && kind !== "text" && kind !== "table") continue;
    for (const [, span = ""] of text.matchAll(/(?<!`)`([^`\n]{3,300})`(?!`)/g))
      found.push({ line: number, text: span, context: `${heading}\n${text}` });
  }
  return found;
}

const withoutComment = (command: string): string => command.replace(/\s#.*$/, "");

interface StaleCommand {
  readonly subject: string;
  readonly message: string;
}

function staleCommand(command: string, commands: ProjectCommands): StaleCommand | undefined {
  const words = command.split(/\s+/, 12).filter((word) => !/^[A-Z_][A-Z0-9_]{0,80}=/.test(word));
  if (words[0] === "sudo") words.shift();
  const asked = askedOf(words);
  if (
    asked === undefined ||
    asked.name === "" ||
    !/^[\w:./@-]{1,80}$/.test(asked.name) ||
    isPlaceholder(asked.name)
  )
    return undefined;
  const { tool, name, shown } = asked;
  if (tool === "xtask") {
    return commands.hasCargo && !commands.hasXtask
      ? {
          subject: "cargo xtask",
          message:
            "`cargo xtask` is neither an alias in .cargo/config.toml nor a crate here. Correct the command, or delete the line.",
        }
      : undefined;
  }
  if (tool === "crate") {
    return commands.crates.size > 0 && !commands.crates.has(name)
      ? {
          subject: shown,
          message: `No Cargo.toml here defines \`${name}\`, so \`${shown}\` fails. Correct the command, or delete the line.`,
        }
      : undefined;
  }
  const defined = commands[tool];
  if (defined === undefined || defined.has(name)) return undefined;
  const other = nearest(name, defined);
  const hint =
    other === undefined ? "Correct the command, or delete the line." : `Did you mean \`${other}\`?`;
  return { subject: shown, message: `${DEFINES[tool]} \`${name}\`, so \`${shown}\` fails. ${hint}` };
}

const DEFINES: Readonly<Record<CommandTool, string>> = {
  npm: "No package.json here has a script",
  make: "No Makefile here has a target",
  just: "No justfile here has a recipe",
  task: "No Taskfile here has a task",
  composer: "composer.json has no script",
  deno: "deno.json has no task",
};

interface AskedCommand {
  readonly tool: CommandTool | "xtask" | "crate";
  readonly name: string;
  /** The command as a message quotes it. */
  readonly shown: string;
}

/** Options of package managers that take a value. */
const WITH_VALUE = new Set([
  "-w",
  "--workspace",
  "--prefix",
  "-C",
  "--dir",
  "--filter",
  "-F",
  "--cwd",
  "-f",
  "-d",
  "--justfile",
  "--working-directory",
]);

function askedOf(words: readonly string[]): AskedCommand | undefined {
  const [program = ""] = words;
  const plain: string[] = [];
  let isElsewhere = false;
  for (let at = 1; at < words.length && plain.length < 3; at += 1) {
    const word = words[at]!;
    if (word === "--") break;
    if (WITH_VALUE.has(word)) {
      isElsewhere ||= /^(?:-C|-f|-d|--prefix|--dir|--cwd|--justfile|--working-directory)$/.test(word);
      at += 1;
    } else if (!word.startsWith("-")) plain.push(word);
  }
  const [first = "", second = ""] = plain;
  const asked = (tool: AskedCommand["tool"], name: string): AskedCommand => ({
    tool,
    name,
    shown: [program, first, ...(first === name ? [] : [second])].filter(Boolean).join(" "),
  });
  switch (program) {
    case "npm":
      if (["run", "run-script"].includes(first)) return asked("npm", second);
      return undefined;
    case "pnpm":
    case "yarn":
    case "bun":
      if (first === "run")
        return /\.[cm]?[jt]sx?$|\//.test(second) || (program !== "pnpm" && PROGRAMS.has(second))
          ? undefined
          : asked("npm", second);
      return program !== "bun" && first.includes(":") ? asked("npm", first) : undefined;
    case "make":
      return isElsewhere || first === "" || first.includes("=") ? undefined : asked("make", first);
    case "just":
      return isElsewhere || first.includes("::") ? undefined : asked("just", first);
    case "task":
      return first.includes(":") ? undefined : asked("task", first);
    case "composer":
      return first === "run" || first === "run-script"
        ? asked("composer", second)
        : first.includes(":")
          ? asked("composer", first)
          : undefined;
    case "deno":
      return first === "task" ? asked("deno", second) : undefined;
    case "cargo":
      return first === "xtask" ? asked("xtask", "xtask") : crateOf(words);
    default:
      return undefined;
  }
}

/** Yarn and Bun also run programs of packages. */
const PROGRAMS = new Set(
  "tsc tsx ts-node vitest jest mocha ava eslint prettier biome oxlint next nuxt vite astro webpack rollup tsup turbo nx playwright cypress prisma drizzle-kit wrangler storybook expo".split(
    " ",
  ),
);

function crateOf(words: readonly string[]): AskedCommand | undefined {
  const at = words.findIndex((word) => word === "-p" || word === "--package" || word === "--bin");
  if (at < 2 || words.includes("--manifest-path")) return undefined;
  if (!["build", "run", "test", "check", "clippy", "bench", "nextest"].includes(words[1] ?? ""))
    return undefined;
  const name = words[at + 1] ?? "";
  return { tool: "crate", name, shown: `cargo ${words[1]} ${words[at]} ${name}` };
}

/** A name that differs by a letter or a separator. */
function nearest(name: string, defined: ReadonlySet<string>): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const own = plain(name);
  return (
    [...defined].find((other) => plain(other) === own) ??
    [...defined].find(
      (other) => other.startsWith(`${name}:`) || other.startsWith(`${name}-`) || name.startsWith(`${other}:`),
    )
  );
}
