import { projectRoot } from "../../hook/hook-paths.ts";
import { setUpHook } from "../../hook/handle-request.ts";
import { hookTimeout } from "../../hook/hook-limits.ts";
import { lastFault } from "../../hook/hook-log.ts";
import { parseJson } from "../../core/json/json.ts";
import { shellLine } from "../../core/setup/setup-command.ts";
import type { CliIo } from "../cli-io.ts";
import type { FoundHooks } from "../status/found-hooks.ts";
import type { StartedEmend } from "../status/started-emend.ts";
import { VERSION } from "../version.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";
import { resolveStarted, type Started } from "./resolve-started.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

const START_TIMEOUT_MS = 15_000;

/** What sets the hooks and MCP entries up again, if `emend init` wrote them. */
const SET_UP_AGAIN = "emend init --undo --yes && emend init --yes";
const setUpAgain = (path: string): string =>
  `${SET_UP_AGAIN} (if init did not write ${path}, remove Emend's entries from it and run emend init)`;

/** Tries what the settings of each agent start: the version, then a hook with an event, or a greeting over MCP. */
export async function checkAgents(
  { hooks, mcp, starts, unreadable }: FoundHooks,
  io: CliIo,
): Promise<readonly DoctorCheck[]> {
  if (hooks.length + mcp.length === 0) {
    // What cannot be read is a problem of its own.
    if (unreadable.length > 0) return [];
    return [
      {
        check: "agents",
        state: "warning",
        code: "no_agent_set_up",
        message: "no agent in this folder is connected to Emend",
        mend: "emend init",
      },
    ];
  }
  const root = projectRoot(io.cwd);
  const versions = askVersions(root, io);
  // An MCP server at an address is not started by the agent.
  const programs = starts.filter(({ command }) => command.length > 0);
  const groups = Map.groupBy(programs, ({ agent, kind }) => `${kind} of ${agent}`);
  const checks = await Promise.all(
    [...groups].map(([check, each]) => checkStarts(check, each, { root, io, versions })),
  );
  return checks.flat();
}

interface Place {
  readonly root: string;
  readonly io: CliIo;
  readonly versions: ReturnType<typeof askVersions>;
}

/** Asks each program for its version once: the hooks and the MCP server of all agents are mostly the same one. */
function askVersions(root: string, io: CliIo) {
  const asked = new Map<string, Promise<ProgramRun>>();
  return (argv: readonly [string, ...string[]]): Promise<ProgramRun> => {
    const key = argv.join("\n");
    const known = asked.get(key);
    if (known !== undefined) return known;
    const run = runProgram({
      argv: [...argv, "--version"],
      cwd: root,
      env: io.env,
      timeoutMs: START_TIMEOUT_MS,
    });
    asked.set(key, run);
    return run;
  };
}

async function checkStarts(
  check: string,
  starts: readonly StartedEmend[],
  place: Place,
): Promise<readonly DoctorCheck[]> {
  const lines = Map.groupBy(starts, ({ command }) => JSON.stringify(command));
  const tried = await Promise.all(
    [...lines.values()].map((each) =>
      // Every agent's hook answers the start of a session, and has the most time for it.
      checkCommand(check, each.find(({ event = "" }) => /^session_?start$/i.test(event)) ?? each[0]!, place),
    ),
  );
  return [...tried, ...doubled(check, starts)];
}

/** The same event with the same tools runs Emend twice. */
function doubled(check: string, starts: readonly StartedEmend[]): readonly DoctorCheck[] {
  const hooks = starts.filter(({ kind }) => kind === "hooks");
  const places = Map.groupBy(hooks, ({ path, event, matcher }) => JSON.stringify([path, event, matcher]));
  const twice = [...places.values()].find((each) => each.length > 1);
  if (twice === undefined) return [];
  const { path, event = "an event" } = twice[0]!;
  return [
    {
      check,
      state: "warning",
      code: "hook_doubled",
      message: `${path} runs Emend ${twice.length} times for ${event}: ${twice.map(({ command }) => shown(command)).join(" and ")}`,
      mend: `remove all but one of these entries from ${path}`,
    },
  ];
}

const shown = (command: StartedEmend["command"]): string =>
  typeof command === "string" ? command : shellLine(command);

async function checkCommand(
  check: string,
  start: StartedEmend,
  { root, io, versions }: Place,
): Promise<DoctorCheck> {
  const { path, command } = start;
  const started = resolveStarted(start, root, io);
  if (started.kind === "missing") {
    return {
      check,
      state: "problem",
      code: "program_missing",
      message: `${path} starts ${started.what}, so the agent gets nothing from Emend`,
      mend: setUpAgain(path),
    };
  }
  if (started.kind === "not_tried") {
    return {
      check,
      state: "warning",
      code: "program_not_tried",
      message: `${path} starts \`${shown(command)}\`: ${started.why}`,
      mend: `start it yourself, or use a command that Emend knows: ${SET_UP_AGAIN}`,
    };
  }
  const version = await versions(started.argv);
  const answered = version.stdout.trim();
  if (version.code !== 0 || !/^\d{1,6}\.\d{1,6}\.\d{1,6}/.test(answered)) {
    return {
      check,
      state: "problem",
      code: "program_broken",
      message: `${path} starts \`${shown(command)}\`, which does not work: ${whyOf(version)}`,
      mend: setUpAgain(path),
    };
  }
  if (answered !== VERSION) {
    return {
      check,
      state: "warning",
      code: "version_differs",
      message: `${path} starts Emend ${answered}, but this is ${VERSION}`,
      mend: `update the older one, or ${setUpAgain(path)}`,
    };
  }
  return start.kind === "hooks"
    ? tryHook(check, start, started, root, io)
    : tryMcp(check, start, started, root, io);
}

function whyOf({ code, stderr, isLate, fault, ms }: ProgramRun): string {
  if (fault !== undefined) return fault;
  if (isLate) return `it did not end within ${ms} ms`;
  const [line = ""] = stderr.trim().split("\n");
  return line === "" ? `it ended with exit code ${code ?? "none"}` : line.slice(0, 300);
}

type Program = Extract<Started, { readonly kind: "program" }>;

/** Without a session's id, nothing about it is recorded. */
const sampleEvent = (event: string, root: string): string =>
  JSON.stringify({ hook_event_name: event, session_id: "", cwd: root, workspace_roots: [root] });

async function tryHook(
  check: string,
  { path, event = "SessionStart", agent }: StartedEmend,
  { argv, args }: Program,
  root: string,
  io: CliIo,
): Promise<DoctorCheck> {
  const { paths } = await setUpHook({ cwd: root, env: io.env, folders: [], now: io.now() });
  const before = lastFault(paths.log);
  const input = sampleEvent(event, root);
  const limit = hookTimeout(input);
  // Only the name of the protocol is taken from the file: other arguments could name a store or settings.
  const protocol = args[0] === "hook" && /^[a-z][a-z0-9-]{0,40}$/.test(args[1] ?? "") ? [args[1]!] : [];
  const start = (): Promise<ProgramRun> =>
    runProgram({
      argv: [...argv, "hook", ...protocol, "--alone"],
      cwd: root,
      env: io.env,
      input,
      timeoutMs: START_TIMEOUT_MS,
    });
  const first = await start();
  // The other programs that are being tried slow it down.
  const run = first.ms > limit ? await start() : first;
  const fault = lastFault(paths.log);
  if (run.code !== 0 || !isAnswer(run.stdout)) {
    return {
      check,
      state: "problem",
      code: "hook_broken",
      message: `${agent}'s hook failed on a sample event: ${whyOf(run)}`,
      mend: setUpAgain(path),
    };
  }
  // Untrusted settings are logged each time, and are a check of their own.
  if (fault !== undefined && fault !== before && !fault.includes(" not_trusted ")) {
    return {
      check,
      state: "problem",
      code: "hook_fault",
      message: `${agent}'s hook answered a sample event in ${run.ms} ms, but logged: ${fault}`,
      mend: `fix what the log says: ${paths.log}`,
    };
  }
  if (run.ms > limit) {
    return {
      check,
      state: "warning",
      code: "hook_slow",
      message: `${agent}'s hook took ${run.ms} ms for a sample event; it has ${limit} ms`,
      mend: "run emend doctor again when the machine is idle; if it stays slow, see docs/operations.md",
    };
  }
  return passed(check, `${path} starts ${shellLine(argv)}, which answered a sample event in ${run.ms} ms`);
}

const isAnswer = (text: string): boolean => text.trim() === "" || parseJson(text) !== undefined;

const GREETING = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "emend doctor", version: VERSION },
  },
};

async function tryMcp(
  check: string,
  { path }: StartedEmend,
  { argv }: Program,
  root: string,
  io: CliIo,
): Promise<DoctorCheck> {
  const run = await runProgram({
    argv: [...argv, "mcp"],
    cwd: root,
    env: io.env,
    input: `${JSON.stringify(GREETING)}\n`,
    timeoutMs: START_TIMEOUT_MS,
    until: /\n/,
  });
  if (!/"serverInfo"/.test(run.stdout)) {
    return {
      check,
      state: "problem",
      code: "mcp_broken",
      message: `the MCP server of ${path} does not answer: ${whyOf(run)}`,
      mend: setUpAgain(path),
    };
  }
  return passed(check, `${path} starts ${shellLine(argv)}, which answered over MCP in ${run.ms} ms`);
}
