import { defined } from "../../core/defined.ts";
import { askAttendant } from "../../hook/ask-attendant.ts";
import { attendantSocket, mayStartAttendant } from "../../hook/attendant-socket.ts";
import type { HookRequest } from "../../hook/handle-request.ts";
import { PROTOCOLS } from "../../hook/hook-event.ts";
import { MAX_EVENT_BYTES, hookTimeout } from "../../hook/hook-limits.ts";
import { attendantEnvironment, requestEnvironment } from "../../hook/process-environment.ts";
import { ASKED_BY_EMEND } from "../../core/setup/asked-by-emend.ts";
import type { CliIo } from "../cli-io.ts";
import type { HookArguments } from "./hook-arguments.ts";
import { hookLauncher } from "./hook-launcher.ts";

// Not imported, because the agent is waiting.
const paths = process.getBuiltinModule("node:path");

const CONFIG_VARIABLE = "EMEND_CONFIG";
/** The share of the timeout that an attendant gets. */
const ATTENDANT_SHARE = 0.4;

/** Answers one event of a coding agent. It never fails and never exceeds the timeout. */
export async function runHook(
  hook: HookArguments,
  io: CliIo,
  refuse: () => void = () => undefined,
): Promise<void> {
  if (io.env[ASKED_BY_EMEND] !== undefined) return;
  // Inside another program, such as a test, no process is started or asked.
  const isOwnProcess = io.stdin === process.stdin;
  if (io.stdin.isTTY === true) {
    io.stderr.write(
      "emend: this command reads an event of a coding agent from standard input; see `emend hook --help`\n",
    );
    return;
  }
  // The agent has been waiting since this process started.
  const started = isOwnProcess ? 0 : performance.now();
  let late: NodeJS.Timeout | undefined;
  try {
    const text = await readEventText(io, started);
    const timeout = hookTimeout(text ?? "");
    const left = (): number => timeout - (performance.now() - started);
    const expired = new Promise<undefined>((resolve) => {
      late = setTimeout(() => resolve(undefined), Math.max(0, left()));
    });
    const request = createRequest(hook, io, text ?? "");
    const answer = await Promise.race([
      answerRequest(request, left, io.env, isOwnProcess && hook.options.alone !== true, isOwnProcess),
      expired,
    ]);
    if (answer === undefined) await logFailure(request, "hook_timeout", `no answer within ${timeout} ms`);
    else if (answer !== "" && request.protocol === "windsurf") {
      // Windsurf reads why an edit is refused from here, and only with this exit code.
      io.stderr.write(`${answer}\n`);
      refuse();
    } else if (answer !== "") await write(io, `${answer}\n`);
  } catch (error) {
    await logFailure(createRequest(hook, io, ""), "hook_failed", error);
  } finally {
    clearTimeout(late);
  }
}

async function answerRequest(
  request: HookRequest,
  left: () => number,
  env: CliIo["env"],
  mayAsk: boolean,
  mayStart: boolean,
): Promise<string> {
  const launcher = hookLauncher();
  const socket = mayAsk ? attendantSocket(launcher, env) : undefined;
  if (socket !== undefined) {
    const answer = await askAttendant(socket, request, left() * ATTENDANT_SHARE);
    if (answer !== undefined) return answer;
  }
  const { handleRequest } = await import("../../hook/handle-request.ts");
  const result = await handleRequest(request, left);
  if (mayStart) {
    const { startDelivery } = await import("../../hook/start-delivery.ts");
    startDelivery(launcher, result, request);
  }
  if (socket !== undefined && mayStartAttendant(socket)) {
    const { startDetached } = await import("../../hook/start-detached.ts");
    startDetached(launcher, ["hook", "--attend"], "/", attendantEnvironment(env));
  }
  return result.answer;
}

function createRequest({ protocol, options }: HookArguments, io: CliIo, text: string): HookRequest {
  const known = PROTOCOLS.find((each) => each === protocol);
  const { agent, store } = options;
  const config = options.config ?? io.env[CONFIG_VARIABLE];
  const heardAt = io.now().getTime();
  return {
    text,
    cwd: io.cwd,
    env: {
      ...requestEnvironment(io.env),
      // The answer is computed in the project's folder.
      ...(config ? { [CONFIG_VARIABLE]: paths.resolve(io.cwd, config) } : {}),
    },
    // Loading a UUID generator would take longer than everything else here.
    id: `${heardAt}-${process.pid}-${Math.random().toString(36).slice(2)}`,
    receivedAt: heardAt,
    ...defined({ protocol: known, agent, store }),
  };
}

/** Undefined if the event is too large or does not arrive in time. */
function readEventText({ stdin }: CliIo, started: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      resolve(text);
    };
    const timer = setTimeout(
      () => end(undefined),
      Math.max(0, hookTimeout("") * 0.8 - (performance.now() - started)),
    );
    stdin.on("data", (chunk: Buffer | string) => {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size > MAX_EVENT_BYTES) end(undefined);
      else chunks.push(bytes);
    });
    stdin.on("end", () => end(Buffer.concat(chunks).toString("utf8")));
    stdin.on("error", () => end(undefined));
  });
}

const write = ({ stdout }: CliIo, text: string): Promise<void> =>
  new Promise((resolve) => {
    // A closed reader needs no answer.
    stdout.on("error", () => resolve());
    stdout.write(text, () => resolve());
  });

/** Logs to the default location, because reading the settings may be what failed. */
async function logFailure(
  { env, cwd, receivedAt: heardAt }: HookRequest,
  code: string,
  fault: unknown,
): Promise<void> {
  const { reasonOf } = await import("../../core/event/retry-delay.ts");
  const { logFault } = await import("../../hook/hook-log.ts");
  const { hookPaths, projectRoot } = await import("../../hook/hook-paths.ts");
  logFault(
    hookPaths(projectRoot(env["CLAUDE_PROJECT_DIR"] || cwd), env),
    new Date(heardAt),
    code,
    reasonOf(fault),
  );
}
