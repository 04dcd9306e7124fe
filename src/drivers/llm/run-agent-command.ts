import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { maskSecrets } from "../../core/rule-text/secrets.ts";
import { type EvaluatorError, evaluatorError } from "./evaluator-error.ts";

export interface AgentCommandOptions {
  /** The program and its arguments, without a shell. */
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** A good answer has a few hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_STDERR = 4_096;
const MAX_DETAIL = 200;

/**
 * Runs a command in an empty temporary folder with the question on standard input, and returns what it printed.
 * Rejects with an `EvaluatorError` if it cannot be started, fails, prints too much or takes too long. Kills whatever
 * it started.
 */
export async function runAgentCommand(question: string, options: AgentCommandOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "emend-agent-"));
  try {
    return await ask(question, folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function ask(question: string, cwd: string, { argv, env, timeoutMs }: AgentCommandOptions): Promise<string> {
  const [program, ...args] = argv;
  const name = basename(program);
  return new Promise((resolve, reject) => {
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(program, args, {
        cwd,
        env: { ...env },
        shell: false,
        windowsHide: true,
        // Its own process group, so that all of it can be killed.
        detached: process.platform !== "win32",
        stdio: ["pipe", "pipe", "pipe"],
      });
    } catch (cause) {
      reject(cannotStart(name, cause));
      return;
    }
    const parts: Buffer[] = [];
    let [size, stderr, isOver] = [0, "", false];
    const end = (): void => endAll(child);
    const finish = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      process.off("exit", end);
      end();
      settle();
    };
    const fail = (error: EvaluatorError): void => finish(() => reject(error));
    const timer = setTimeout(
      () =>
        fail(
          evaluatorError(
            "evaluator_timed_out",
            `llm.command: ${name} gave no answer within ${timeoutMs / 1_000} seconds; try it by hand, or choose a faster model`,
          ),
        ),
      timeoutMs,
    );
    process.once("exit", end);
    child.once("error", (cause) => fail(cannotStart(name, cause)));
    child.stdout.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MAX_ANSWER_BYTES) {
        fail(
          evaluatorError(
            "evaluator_answer_refused",
            `llm.command: ${name} printed more than ${MAX_ANSWER_BYTES / 1_024} KiB; expected one JSON object`,
          ),
        );
      } else parts.push(part);
    });
    child.stderr.on("data", (part: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += part.toString("utf8");
    });
    // A program that does not read the question is judged by its answer.
    child.stdin.on("error", () => undefined);
    child.once("close", (code, signal) => {
      if (code === 0) finish(() => resolve(Buffer.concat(parts).toString("utf8")));
      else {
        const how =
          code === null ? `was stopped by ${signal ?? "a signal"}` : `failed with exit code ${code}`;
        fail(
          evaluatorError(
            "evaluator_failed",
            `llm.command: ${name} ${how}; run it by hand to see why${describeStderr(stderr)}`,
          ),
        );
      }
    });
    child.stdin.end(question);
  });
}

/** Kills the process group, or just the program on Windows. */
function endAll(child: ChildProcessWithoutNullStreams): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-pid, "SIGKILL");
  } catch {
    // Everything has already exited.
  }
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.destroy();
}

function cannotStart(name: string, cause: unknown): EvaluatorError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
  return evaluatorError(
    "evaluator_unreachable",
    code === "ENOENT"
      ? `llm.command: there is no program ${name} on the PATH; install it, or change the setting`
      : `llm.command: ${name} cannot be started (${code}); check the setting`,
  );
}

/** The first line of its error output, without secrets. */
function describeStderr(stderr: string): string {
  const line = stderr.split(/[\r\n]/).find((each) => each.trim() !== "");
  return line === undefined ? "" : ` (${maskSecrets(line.slice(0, MAX_DETAIL)).toWellFormed().trim()})`;
}
