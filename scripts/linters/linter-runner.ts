import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { LinterRule } from "../../src/core/linter/linter-mapping.ts";

/** An example on disk with the rules of one tool that are tried on it. */
export interface TriedExample {
  /** Also the name of its folder. */
  readonly number: number;
  readonly rules: readonly LinterRule[];
  /** Relative to the tool's folder. */
  readonly bad: string;
  readonly good: string;
}

/** Where a tool's examples are and where the tools are installed. */
export interface Workplace {
  readonly folder: string;
  readonly npm: string;
  readonly python: string;
}

/** Runs a tool over all examples and returns what it wrote. */
export type LinterRunner = (
  place: Workplace,
  examples: readonly TriedExample[],
) => Promise<readonly string[]>;

/** What a command wrote. Linters exit with 1 if they find something, so the exit code says nothing. */
export function output(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      [...args],
      { cwd: options.cwd, env: { ...process.env, ...options.env }, maxBuffer: 1 << 28 },
      (error, stdout, stderr) => {
        if (error !== null && error.code === "ENOENT") reject(error);
        else resolve({ stdout, stderr });
      },
    );
    child.stdin?.end(options.input ?? "");
  });
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export const writeJson = (path: string, value: unknown): void => write(path, JSON.stringify(value, null, 2));

export const filesOf = (examples: readonly TriedExample[]): readonly string[] =>
  examples.flatMap(({ bad, good }) => [bad, good]);
