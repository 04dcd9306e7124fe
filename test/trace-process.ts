import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

/** One thing that a traced process, or a process it started, did to the world. */
export interface Deed {
  readonly kind: "read" | "write" | "run" | "connect";
  /** The real path once every link is followed, the program, or the address. */
  readonly what: string;
  readonly call: string;
}

interface TracedRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly deeds: readonly Deed[];
}

interface TraceOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The process gets SIGTERM after this time. */
  readonly endAfterMs?: number;
  /** Called with what the process has printed so far, each time it prints. */
  readonly onOutput?: (text: string) => void;
}

/** Runs a program under strace and reports every file, program and address that it or its children used successfully. */
export async function traceProcess(
  argv: readonly string[],
  { cwd, env, stdin = "", endAfterMs = 30_000, onOutput }: TraceOptions,
): Promise<TracedRun> {
  const folder = mkdtempSync(join(tmpdir(), "emend-trace-"));
  const log = join(folder, "log");
  // -D keeps the program our own child: it may end while processes that it left behind are still traced.
  const child = spawn(
    "strace",
    [
      "-D",
      "-f",
      "--seccomp-bpf",
      "-y",
      "-qq",
      "-s",
      "4096",
      "-e",
      "trace=%file,%network",
      "-o",
      log,
      ...argv,
    ],
    { cwd, env, stdio: "pipe" },
  );
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => {
    stdout.push(chunk);
    onOutput?.(Buffer.concat(stdout).toString("utf8"));
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr.push(chunk);
    onOutput?.(Buffer.concat(stderr).toString("utf8"));
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const abort = new AbortController();
  void setTimeout(endAfterMs, undefined, { signal: abort.signal }).then(
    () => child.kill("SIGTERM"),
    () => {},
  );
  const code = await new Promise<number | null>((done) => {
    child.on("close", done);
    // Processes that were left behind may hold the pipes open.
    child.on("exit", (status) => void setTimeout(200).then(() => done(status)));
  });
  abort.abort();
  const text = await settled(log);
  rmSync(folder, { recursive: true, force: true });
  return {
    code,
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
    deeds: readDeeds(text, cwd),
  };
}

/** Ends processes left behind once they are quiet; strace writes the end of each. */
async function settled(log: string): Promise<string> {
  let before = -1;
  for (;;) {
    await setTimeout(20);
    const text = readFileSync(log, "utf8");
    const alive = pidsOf(text).filter(isAlive);
    if (alive.length === 0) return readFileSync(log, "utf8");
    if (text.length === before) alive.forEach(end);
    before = text.length;
    await setTimeout(60);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const pidsOf = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(/^(\d+) /gm)].map(([, pid]) => Number(pid))),
];

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; only its parent does not know yet.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const CHANGES =
  /^(?:unlink|unlinkat|rmdir|rename|renameat|renameat2|mkdir|mkdirat|link|linkat|symlink|symlinkat|chmod|fchmodat|chown|lchown|fchownat|truncate|utimensat|mknod|mknodat)$/;
const OPENS = /^(?:open|openat|creat)$/;
const WRITING = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/;

/** Lines of strace as deeds; calls that failed did nothing, except that an attempt to run or connect counts. */
function readDeeds(text: string, cwd: string): readonly Deed[] {
  const folders = new Map<string, string>();
  const lines = joinedLines(text);
  const own = listeningPorts(lines.map(({ line }) => line));
  return lines.flatMap(({ pid, line }): readonly Deed[] => {
    const call = /^(\w+)\((.*)\)\s+= (\S.*)$/s.exec(line);
    if (call === null) return [];
    const [, name = "", given = "", result = ""] = call;
    const failed = result.startsWith("-1");
    if (name === "connect") return connects(given, line).filter(({ what }) => !own.has(what));
    if (name === "execve") {
      const program = quoted(given)[0];
      return program === undefined || failed ? [] : [{ kind: "run", what: realPath(program), call: line }];
    }
    if (failed) return [];
    const base = folders.get(pid) ?? cwd;
    if (name === "chdir") {
      folders.set(pid, resolve(base, quoted(given)[0] ?? "."));
      return [];
    }
    if (OPENS.test(name)) {
      const opened = /^\d+<(.*)>$/s.exec(result)?.[1];
      if (opened === undefined) return [];
      return [{ kind: WRITING.test(given) ? "write" : "read", what: unescape(opened), call: line }];
    }
    if (!CHANGES.test(name)) return [];
    const named = pathsOf(given, base);
    // The first word of a symbolic link is its text, which nothing has followed yet.
    const touched = name.startsWith("symlink") ? named.slice(-1) : named;
    return touched.map((what) => ({ kind: "write" as const, what, call: line }));
  });
}

/** A call that another process interrupted stands on two lines. */
function joinedLines(text: string): readonly { readonly pid: string; readonly line: string }[] {
  const open = new Map<string, string>();
  return text.split("\n").flatMap((raw) => {
    const [, pid = "", line = ""] = /^(\d+)\s+(.*)$/.exec(raw) ?? [];
    const begun = /^(.*) <unfinished \.\.\.>$/.exec(line)?.[1];
    if (begun !== undefined) {
      open.set(pid, begun);
      return [];
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(line)?.[1];
    return [{ pid, line: rest === undefined ? line : `${open.get(pid) ?? ""}${rest}` }];
  });
}

const quoted = (given: string): readonly string[] =>
  [...given.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => unescape(text!));

/** Each path argument, relative ones from the folder named before them. */
function pathsOf(given: string, base: string): readonly string[] {
  const parts = [...given.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)];
  return parts.map(([, folder, text]) => {
    const path = unescape(text!);
    return realPath(isAbsolute(path) ? path : resolve(folder === undefined ? base : unescape(folder), path));
  });
}

/** The folder's real path; the last part may be a link that the call changed itself, or may be gone. */
function realPath(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

function connects(given: string, line: string): readonly Deed[] {
  const unix = /sun_path=@?"([^"]*)"/.exec(given)?.[1];
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(given);
  const port = /sin6?_port=htons\((\d+)\)/.exec(given)?.[1];
  const what = unix ?? (address === null ? given : `${address[1] ?? address[2]}:${port}`);
  return [{ kind: "connect", what, call: line }];
}

/** Where the traced processes listen themselves: a server may be asked by the command that started it. */
function listeningPorts(lines: readonly string[]): ReadonlySet<string> {
  const sockets = new Set(lines.flatMap((line) => /^listen\((\d+<[^>]*>)/.exec(line)?.[1] ?? []));
  return new Set(
    lines.flatMap((line) => {
      const [, socket, port] = /^getsockname\((\d+<[^>]*>), .*sin6?_port=htons\((\d+)\)/.exec(line) ?? [];
      return socket !== undefined && sockets.has(socket) ? [`127.0.0.1:${port}`] : [];
    }),
  );
}

/** strace writes what is no plain letter as \ooo or as an escape of C. */
function unescape(text: string): string {
  const plain: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };
  const bytes = text.replace(/\\([0-7]{1,3}|x[0-9a-f]{2}|.)/g, (_whole, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return plain[code] ?? code;
  });
  return Buffer.from(bytes, "latin1").toString("utf8");
}
