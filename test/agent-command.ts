import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program that plays an agent: it reads the question on standard input, keeps what it saw, and does as it is told. */
export interface AgentScript {
  readonly argv: readonly [string, ...string[]];
  readonly folder: string;
  /** What it saw, once for each time that it was asked. */
  readonly asked: () => readonly AskedAgent[];
  readonly remove: () => void;
}

interface AskedAgent {
  readonly question: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `body` is the program after its question was read: `question` and `process` are at hand. */
export function agentScript(
  body: string,
  { name = "agent", args = [] as readonly string[] } = {},
): AgentScript {
  const folder = mkdtempSync(join(tmpdir(), "emend-agent-script-"));
  const [program, log] = [join(folder, name), join(folder, "asked.jsonl")];
  writeFileSync(
    program,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const question = readFileSync(0, "utf8");
const { argv, env } = process;
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ question, args: argv.slice(2), cwd: process.cwd(), env }) + "\\n");
${body}
`,
  );
  chmodSync(program, 0o755);
  return {
    argv: [program, ...args],
    folder,
    asked: () => {
      try {
        return readFileSync(log, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as AskedAgent);
      } catch {
        return [];
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One that answers with this rule. */
export const answering = (rule: string | null): string =>
  `process.stdout.write(JSON.stringify({ rule: ${JSON.stringify(rule)} }));`;
