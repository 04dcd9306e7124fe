import { defined } from "../core/defined.ts";
import { projectPath } from "../core/change/project-path.ts";
import { fromSignal } from "../core/feedback/from-signal.ts";
import { hash64 } from "../core/hash.ts";
import type { Signal } from "../core/signal/signal.ts";
import {
  repeatedFailureGuidance,
  failureSummary,
  type DetectedFailure,
  failureGuidance,
} from "./failure-guidance.ts";
import type { AfterTool } from "./hook-event.ts";
import type { HookContext } from "./hook-context.ts";
import { type HookAnswer, takesContext } from "./render-answer.ts";
import { updateMemory } from "./update-memory.ts";
import { changeUnfixed, covers, isCheckCommand, readUnfixed, resolvedBy, withFailure } from "./unfixed.ts";
import { type SeenFailure, readMemory, type SessionMemory } from "./session-memory.ts";

const MAX_COMMAND = 300;

/** Commands that only print: a failure in their output is not a failure of the work. */
const READ_COMMANDS: ReadonlySet<string> = new Set(
  "awk bat cat column comm cut date diff du echo env fd file find fold grep egrep head hexdump history jq less ls md5sum more nl od pwd printenv printf realpath rg sed sha256sum sleep sort stat tail tee tr tree uniq wc which whoami xargs xxd yq zcat".split(
    " ",
  ),
);

const GIT_READ_COMMANDS: ReadonlySet<string> = new Set(
  "blame branch config describe diff grep log ls-files reflog remote rev-parse shortlog show stash status tag".split(
    " ",
  ),
);

/** Cursor reports a shell call twice in a row: as a tool call and as a shell execution. */
const TWIN_MS = 30_000;
const isTwinEvent = (one: string, other: string): boolean =>
  one !== other && [one, other].includes("afterShellExecution");

/** Records a failed call and answers with guidance; a passing call resolves earlier failures. */
export async function handleToolResult(event: AfterTool, hook: HookContext): Promise<HookAnswer> {
  const memory = readMemory(hook.paths.memory, event.session);
  const signal = await detectFailure(event, hook);
  if (signal === undefined) return {};
  if (signal === null) {
    markPassed(event, hook, memory);
    return {};
  }
  return answerFailure(event, hook, memory, signal);
}

/** Undefined if the call says nothing about the work, null if it went well. */
async function detectFailure(event: AfterTool, hook: HookContext): Promise<Signal | null | undefined> {
  const { command, output, exitCode } = event;
  const failed = event.failed || (exitCode ?? 0) !== 0;
  if (command === undefined && !failed) return undefined;
  if (command !== undefined && onlyReads(command)) {
    // A search without a match exits with 1 and prints nothing.
    const printed = output.replace(/^(?:Error: )?Exit code \d{1,9}/, "").trim();
    if (!failed || printed === "") return undefined;
  }
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  const { maskSecrets } = await import("../core/rule-text/secrets.ts");
  const isDecisive = exitCode !== undefined && (exitCode !== 0 || zeroIsSuccess(command ?? ""));
  const signal = detectSignal(maskSecrets(output), {
    kind: "tool_output",
    ...(isDecisive ? { exit_code: exitCode } : {}),
  });
  if (signal === null) return failed ? undefined : null;
  return withProjectPath(signal, event, hook);
}

/** Makes the file that a failure names relative to the project's root. */
function withProjectPath(signal: Signal, { folders }: AfterTool, { paths }: HookContext): Signal {
  const { file } = signal.facts;
  const path = file === undefined ? undefined : projectPath(file, { root: paths.root, folder: folders[0] });
  return path === undefined ? signal : { ...signal, facts: { ...signal.facts, file: path } };
}

function answerFailure(
  event: AfterTool,
  hook: HookContext,
  memory: SessionMemory,
  signal: Signal,
): HookAnswer {
  const { now } = hook;
  const command = event.command === undefined ? undefined : commandKey(event.command);
  const failure: DetectedFailure = { signal, text: event.output, ...defined({ command }) };
  const key = hash64(JSON.stringify([signal.type, failureSummary(signal), command ?? event.tool]));
  const prior = memory.failures.find((each) => each.key === key);
  const at = now().getTime();
  const isTwin = prior !== undefined && isTwinEvent(prior.event, event.name) && at - prior.at < TWIN_MS;
  if (!isTwin) recordFailure(signal, event, hook);
  const count = (prior?.count ?? 0) + (isTwin ? 0 : 1);
  const canTell = takesContext(event);
  const seen: SeenFailure = { key, count, event: event.name, at, told: canTell || prior?.told === true };
  updateMemory(hook, event.session, (before) => ({
    ...before,
    failures: [...before.failures.filter((each) => each.key !== key), seen],
    open: [
      ...before.open.filter((each) => each.command !== command),
      ...(command === undefined ? [] : [{ command, what: failureSummary(signal) }]),
    ],
  }));
  if (!canTell || (isTwin && prior.told)) return {};
  return {
    context: prior?.told === true ? repeatedFailureGuidance(failure, count) : failureGuidance(failure),
  };
}

function recordFailure(signal: Signal, { session, callId, command }: AfterTool, hook: HookContext): void {
  const { agent, eventId, now, record } = hook;
  const { feedback } = fromSignal(signal, {
    now: now().toISOString(),
    agent,
    ...(session === "" ? {} : { run: session }),
    eventId: callId === undefined ? eventId : `${session}/${callId}`,
  });
  feedback.forEach(record);
  if (command === undefined) return;
  const failed = { command: commandKey(command), at: now().getTime() };
  changeUnfixed(hook, (unfixed) =>
    feedback.reduce((kept, { event_id: event }) => withFailure(kept, { ...failed, event }), unfixed),
  );
}

function markPassed({ command, session }: AfterTool, hook: HookContext, memory: SessionMemory): void {
  if (command === undefined) return;
  const passed = commandKey(command);
  const pass = { command: passed, session, isCheck: isCheckCommand(passed) };
  const { events } = resolvedBy(readUnfixed(hook.paths.memory), pass);
  if (events.length > 0) {
    changeUnfixed(hook, (unfixed) => resolvedBy(unfixed, pass).left);
    hook.recordFixed(events, passed);
  }
  if (!memory.open.some(({ command: failed }) => covers(passed, failed))) return;
  updateMemory(hook, session, (before) => ({
    ...before,
    open: before.open.filter(({ command: failed }) => !covers(passed, failed)),
  }));
}

/**
 * The key under which two shell calls are the same command. The folder and what happens to the output are left out:
 * `cd web && npm test 2>&1 | tail -20` is `npm test`.
 */
export function commandKey(command: string): string {
  const line = command
    .slice(0, 4 * MAX_COMMAND)
    .replace(/\s+/g, " ")
    .trim();
  const steps = line.split(" && ");
  while (steps.length > 1 && /^(?:cd|export|source|set|pushd) /.test(steps[0]!)) steps.shift();
  const bare = steps
    .join(" && ")
    .split(/ \|{1,2} | [12&]?>{1,2}(?: |&|\/)/)[0]!
    .replace(/^(?:(?:time|sudo|exec) |[A-Za-z_]\w{0,50}=\S{0,200} )+/, "");
  return (bare === "" ? line : bare).slice(0, MAX_COMMAND).toWellFormed();
}

/** Whether every step of a command line only prints something. */
export function onlyReads(command: string): boolean {
  const steps = command
    .slice(0, 4_000)
    .split(/&&|\|\|?|;|\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
  return steps.length > 0 && steps.every(onlyReadsStep);
}

/**
 * Whether exit code 0 means that the whole command line succeeded. After `npm test | tail -20`, `npm test || true` or
 * `npm test; echo done` it is the exit code of another command.
 */
export function zeroIsSuccess(command: string): boolean {
  const bare = command.slice(0, 4_000).replaceAll(/'[^']{0,2000}'|"(?:[^"\\]|\\.){0,2000}"|\\./g, "x");
  return !/[;\n]|\|\||(?<!&)&\s*$/.test(bare.trim()) && (!bare.includes("|") || bare.includes("pipefail"));
}

function onlyReadsStep(step: string): boolean {
  const words = step.split(/\s+/, 12).filter((word) => !/^[A-Za-z_]\w{0,50}=/.test(word));
  const [name = "", ...rest] = words;
  if (name === "cd" || name === "export" || name.startsWith("#")) return true;
  if (name === "git") {
    const at = rest[0] === "-C" || rest[0] === "-c" ? 2 : 0;
    return GIT_READ_COMMANDS.has(rest.slice(at).find((word) => !word.startsWith("-")) ?? "");
  }
  return READ_COMMANDS.has(name.slice(name.lastIndexOf("/") + 1));
}
