import { type ChildProcess, spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PackError } from "../../ports/rule-packs.ts";

interface BoundedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Its private folder, whose size is watched. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads from, for messages. */
  readonly place: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
const WATCH_MS = 200;
const MAX_FOLDER_BYTES = 128 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;
const MAX_STDERR = 16_384;
const MAX_DETAIL = 300;

/** Runs git or npm within limits of time and disk, without a terminal to ask on. Returns what it printed. */
export function runBounded(run: BoundedRun): Promise<Buffer> {
  const { program, args, folder, env, place, timeoutMs = TIMEOUT_MS } = run;
  return new Promise((resolve, reject) => {
    // A session of its own has no terminal, so nothing can ask for a password, and all of it can be ended.
    const child = spawn(program, args, {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    let [size, stderr] = [0, ""];
    const end = (): void => endGroup(child);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      clearInterval(watch);
      process.off("exit", end);
      end();
      act();
    };
    const fail = (error: PackError): void => settle(() => reject(error));
    const timer = setTimeout(
      () =>
        fail(
          new PackError(
            "pack_unreachable",
            `${place}: no answer within ${timeoutMs / 1_000} seconds; try again later`,
          ),
        ),
      timeoutMs,
    );
    const watch = setInterval(() => {
      if (isTooLarge(folder)) fail(tooLarge(place, MAX_FOLDER_BYTES));
    }, WATCH_MS);
    process.once("exit", end);
    child.once("error", (cause) =>
      fail(
        new PackError(
          "program_not_found",
          `${program} could not be started; install it and put it on the PATH`,
          cause,
        ),
      ),
    );
    child.stdout.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MAX_OUTPUT_BYTES) fail(tooLarge(place, MAX_OUTPUT_BYTES));
      else parts.push(part);
    });
    child.stderr.on("data", (part: Buffer) => {
      if (stderr.length < MAX_STDERR) stderr += part.toString("utf8");
    });
    child.once("close", (code) => {
      if (code === 0) settle(() => resolve(Buffer.concat(parts)));
      else
        fail(
          new PackError(
            "pack_unreachable",
            `${place}: ${program} failed: ${reasonIn(stderr)}; check the name, and that you may read it`,
          ),
        );
    });
  });
}

export const tooLarge = (place: string, most: number): PackError =>
  new PackError("pack_too_large", `${place}: larger than ${most / 1_048_576} MiB; a pack is a small file`);

/** The line that says why: git and npm print advice around it. */
function reasonIn(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const line =
    lines.find((each) => /^(?:fatal|error|npm error (?!code))/i.test(each)) ?? lines[0] ?? "no reason given";
  return line
    .slice(0, MAX_DETAIL)
    .replace(/^(?:fatal|error|npm error):? /i, "")
    .toWellFormed()
    .trim();
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function isTooLarge(folder: string): boolean {
  let [bytes, entries] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of namesIn(next)) {
      entries += 1;
      const found = lstatSync(join(next, entry), { throwIfNoEntry: false });
      if (found?.isDirectory() === true) waiting.push(join(next, entry));
      bytes += found?.size ?? 0;
      if (entries > MAX_ENTRIES || bytes > MAX_FOLDER_BYTES) return true;
    }
  }
  return false;
}

/** A folder may be gone again. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
