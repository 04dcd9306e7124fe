import { spawn } from "node:child_process";

export interface ProgramRun {
  /** Null if it was ended by a signal or did not start. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly isLate: boolean;
  /** Why it did not start. */
  readonly fault?: string;
}

const MAX_OUTPUT = 64 * 1024;

interface ProgramRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly timeoutMs: number;
  /** Ends the program once standard output has this; a server never ends by itself. */
  readonly until?: RegExp;
}

/** Runs a program without a shell. It is killed when its time is up, and its output is bounded. */
export function runProgram({
  argv: [program, ...args],
  cwd,
  env,
  input = "",
  timeoutMs,
  until,
}: ProgramRequest): Promise<ProgramRun> {
  const started = performance.now();
  return new Promise((resolve) => {
    let [stdout, stderr, isLate, isDone] = ["", "", false, false];
    const child = spawn(program, args, { cwd, env, windowsHide: true });
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, timeoutMs);
    const finish = (code: number | null, fault?: string): void => {
      clearTimeout(timer);
      const ms = Math.round(performance.now() - started);
      resolve({ code, stdout, stderr, ms, isLate, ...(fault === undefined ? {} : { fault }) });
    };
    child.on("error", (error) => finish(null, error.message));
    child.on("close", (code) => finish(isDone ? 0 : code));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout = (stdout + text).slice(0, MAX_OUTPUT);
      if (until?.test(stdout) === true) {
        isDone = true;
        child.kill();
      }
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(0, MAX_OUTPUT);
    });
    // A program that does not read its input is judged by what it answers.
    child.stdin.on("error", () => undefined);
    if (until === undefined) child.stdin.end(input);
    else child.stdin.write(input);
  });
}
