import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export interface Walk {
  readonly name: string;
  /** Files of src in which a function ran, relative to src. */
  readonly files: readonly string[];
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** Runs the sources of a tree and counts, by V8's precise coverage, the files in which a function was called. */
export async function traceWalks(root: string): Promise<readonly Walk[]> {
  const folder = mkdtempSync(join(tmpdir(), "emend-walks-"));
  try {
    execFileSync("git", ["init", "--quiet", folder]);
    return [
      { name: "one correction, posted to a server", files: await traceCorrection(root, folder) },
      { name: "one `review check`, the whole command", files: traceReview(root, folder) },
      { name: "one hook event, answered by the command alone", files: traceHook(root, folder) },
    ];
  } finally {
    // The hook's delivery in the background may still write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

const bin = (root: string): string => join(root, "src/cli/bin.ts");

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: folder,
  NODE_DISABLE_COMPILE_CACHE: "1",
});

function traceReview(root: string, folder: string): readonly string[] {
  const file = join(folder, "answer.json");
  const finding = {
    severity: "error",
    category: "correctness",
    message: "The loop never ends.",
    file: "a.ts",
    line: 3,
  };
  writeFileSync(file, JSON.stringify({ schema_version: "1.0", prompt_version: "1.0", findings: [finding] }));
  return traceCommand(root, folder, ["review", "check", file], "");
}

function traceHook(root: string, folder: string): readonly string[] {
  const event = {
    session_id: "s1",
    cwd: folder,
    hook_event_name: "UserPromptSubmit",
    prompt: "No, keep the retries in the client and don't add a new wrapper.",
  };
  // Alone, because otherwise it depends on timing whether this process or its attendant answers.
  return traceCommand(root, folder, ["hook", "claude-code", "--alone"], JSON.stringify(event));
}

function traceCommand(
  root: string,
  folder: string,
  args: readonly string[],
  input: string,
): readonly string[] {
  const coverage = mkdtempSync(join(tmpdir(), "emend-coverage-"));
  try {
    try {
      const env = { ...environment(folder), NODE_V8_COVERAGE: coverage };
      execFileSync(process.execPath, [bin(root), ...args], { cwd: folder, input, env, stdio: "pipe" });
    } catch (error) {
      // A review with findings ends with 1.
      if ((error as { status?: number }).status !== 1) throw error;
    }
    const scripts = readdirSync(coverage).map((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as {
        result: ScriptCoverage[];
      };
      return filesCalled(result, root);
    });
    // A process that the command starts in the background writes a file of its own.
    return scripts.toSorted((a, b) => b.length - a.length)[0] ?? [];
  } finally {
    rmSync(coverage, { recursive: true, force: true });
  }
}

/** Posts some corrections and takes the shortest walk, since background work may run in between. */
async function traceCorrection(root: string, folder: string): Promise<readonly string[]> {
  const where = { cwd: folder, env: environment(folder) };
  const create = [
    bin(root),
    "tokens",
    "create",
    "--name",
    "rio's program",
    "--role",
    "agent",
    "--agent",
    "rio",
  ];
  const token = execFileSync(process.execPath, create, { ...where, encoding: "utf8", stdio: "pipe" }).trim();
  const serve = ["--inspect=127.0.0.1:0", bin(root), "serve", "--port", "0"];
  const server = spawn(process.execPath, serve, { ...where, stdio: ["ignore", "pipe", "pipe"] });
  try {
    const output = collect(server);
    const inspector = await found(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/, output);
    const address = await found(/http:\/\/127\.0\.0\.1:\d+/, output);
    const profiler = await connect(inspector);
    await profiler.send("Profiler.enable");
    await profiler.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const walks: (readonly string[])[] = [];
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await profiler.send("Profiler.takePreciseCoverage");
      await post(address, token, number);
      const { result } = await profiler.send("Profiler.takePreciseCoverage");
      walks.push(filesCalled(result as ScriptCoverage[], root));
      await setTimeout(300);
    }
    return walks.toSorted((a, b) => a.length - b.length)[0] ?? [];
  } finally {
    // A process with a debugger attached waits for it when it is asked to end.
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  }
}

async function post(address: string, token: string, number: number): Promise<void> {
  const response = await fetch(`${address}/api/v1/feedback`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      items: [
        {
          agent: "rio",
          outcome: "modified",
          comment: `Close the file of step ${number} before the test ends.`,
        },
      ],
    }),
  });
  const answer = await response.text();
  if (!answer.includes('"new":1'))
    throw new Error(`the correction was answered with ${response.status}: ${answer}`);
}

/** Files with a called function. The first function of a script is the module itself, which runs when it is loaded. */
function filesCalled(scripts: readonly ScriptCoverage[], root: string): readonly string[] {
  const base = `${pathToFileURL(join(root, "src")).href}/`;
  const called = scripts.filter(
    ({ url, functions }) =>
      url.startsWith(base) &&
      functions.some(
        ({ functionName, ranges: [range] }) =>
          range !== undefined && range.count > 0 && !(functionName === "" && range.startOffset === 0),
      ),
  );
  return [...new Set(called.map(({ url }) => url.slice(base.length)))].toSorted();
}

function collect({ stdout, stderr }: ChildProcess): { text: string } {
  const said = { text: "" };
  for (const stream of [stdout, stderr])
    stream?.on("data", (chunk: Buffer) => (said.text += chunk.toString()));
  return said;
}

async function found(pattern: RegExp, said: { readonly text: string }): Promise<string> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const match = pattern.exec(said.text);
    if (match !== null) return match[0];
    await setTimeout(50);
  }
  throw new Error(`the server did not start: ${said.text}`);
}

async function connect(url: string): Promise<{
  send: (method: string, params?: object) => Promise<Readonly<Record<string, unknown>>>;
}> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  let last = 0;
  return {
    send: (method, params = {}) =>
      new Promise((answer, fail) => {
        const id = (last += 1);
        const hear = ({ data }: MessageEvent): void => {
          const message = JSON.parse(String(data)) as {
            id?: number;
            result?: Record<string, unknown>;
            error?: { message: string };
          };
          if (message.id !== id) return;
          socket.removeEventListener("message", hear);
          if (message.error === undefined) answer(message.result ?? {});
          else fail(new Error(message.error.message));
        };
        socket.addEventListener("message", hear);
        socket.send(JSON.stringify({ id, method, params }));
      }),
  };
}
