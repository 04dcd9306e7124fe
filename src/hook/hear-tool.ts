import { defined } from "../core/defined.ts";
import { projectPath } from "../core/change/project-path.ts";
import { fromSignal } from "../core/feedback/from-signal.ts";
import { hash64 } from "../core/hash.ts";
import type { Signal } from "../core/signal/signal.ts";
import { againGuidance, essence, type Failure, failureGuidance } from "./failure-guidance.ts";
import type { AfterTool } from "./hook-event.ts";
import type { HookParts } from "./hook-parts.ts";
import { type HookAnswer, takesContext } from "./render-answer.ts";
import { remember } from "./remember.ts";
import { changeUnfixed, isCheckCommand, readUnfixed, settledBy, withFailure } from "./unfixed.ts";
import { type HeardFailure, readMemory, type SessionMemory } from "./session-memory.ts";

const LONGEST = 300;

/** Commands that show what is there: what they print tells of no work that failed. */
const READERS: ReadonlySet<string> = new Set(
  "awk bat cat column comm cut date diff du echo env fd file find fold grep egrep head hexdump history jq less ls md5sum more nl od pwd printenv printf realpath rg sed sha256sum sleep sort stat tail tee tr tree uniq wc which whoami xargs xxd yq zcat".split(
    " ",
  ),
);

const GIT_READERS: ReadonlySet<string> = new Set(
  "blame branch config describe diff grep log ls-files reflog remote rev-parse shortlog show stash status tag".split(
    " ",
  ),
);

/** Cursor tells of a shell's call twice, as of a tool and as of a shell, right after each other. */
const TWINS_WITHIN_MS = 30_000;
const isOther = (one: string, other: string): boolean =>
  one !== other && [one, other].includes("afterShellExecution");

/** What a tool's call comes to: a failure is kept and answered with what helps, a pass settles an earlier failure. */
export async function hearTool(event: AfterTool, parts: HookParts): Promise<HookAnswer> {
  const memory = readMemory(parts.place.memory, event.session);
  const signal = await hearSignal(event, parts);
  if (signal === undefined) return {};
  if (signal === null) {
    settle(event, parts, memory);
    return {};
  }
  return answerFailure(event, parts, memory, signal);
}

/** Nothing where the call says nothing about the work; null where it went well. */
async function hearSignal(event: AfterTool, parts: HookParts): Promise<Signal | null | undefined> {
  const { command, output, exitCode } = event;
  const failed = event.failed || (exitCode ?? 0) !== 0;
  if (command === undefined && !failed) return undefined;
  if (command !== undefined && onlyReads(command)) {
    // A search that finds nothing ends with 1 and says no more.
    const said = output.replace(/^(?:Error: )?Exit code \d{1,9}/, "").trim();
    if (!failed || said === "") return undefined;
  }
  const { detectSignal } = await import("../core/signal/detect-signal.ts");
  const settles = exitCode !== undefined && (exitCode !== 0 || zeroIsSuccess(command ?? ""));
  const signal = detectSignal(output, {
    kind: "tool_output",
    ...(settles ? { exit_code: exitCode } : {}),
  });
  if (signal === null) return failed ? undefined : null;
  return located(signal, event, parts);
}

/** The place that a failure names, from the project's folder on. */
function located(signal: Signal, { folders }: AfterTool, { place }: HookParts): Signal {
  const { file } = signal.facts;
  const path = file === undefined ? undefined : projectPath(file, { root: place.root, folder: folders[0] });
  return path === undefined ? signal : { ...signal, facts: { ...signal.facts, file: path } };
}

function answerFailure(
  event: AfterTool,
  parts: HookParts,
  memory: SessionMemory,
  signal: Signal,
): HookAnswer {
  const { now } = parts;
  const command = event.command === undefined ? undefined : commandKey(event.command);
  const failure: Failure = { signal, text: event.output, ...defined({ command }) };
  const key = hash64(JSON.stringify([signal.type, essence(signal), command ?? event.tool]));
  const prior = memory.failures.find((each) => each.key === key);
  const at = now().getTime();
  const isTwin = prior !== undefined && isOther(prior.event, event.name) && at - prior.at < TWINS_WITHIN_MS;
  if (!isTwin) keep(signal, event, parts);
  const count = (prior?.count ?? 0) + (isTwin ? 0 : 1);
  const tells = takesContext(event);
  const heard: HeardFailure = { key, count, event: event.name, at, told: tells || prior?.told === true };
  remember(parts, event.session, (before) => ({
    ...before,
    failures: [...before.failures.filter((each) => each.key !== key), heard],
    open: [
      ...before.open.filter((each) => each.command !== command),
      ...(command === undefined ? [] : [{ command, what: essence(signal) }]),
    ],
  }));
  if (!tells || (isTwin && prior.told)) return {};
  return { context: prior?.told === true ? againGuidance(failure, count) : failureGuidance(failure) };
}

function keep(signal: Signal, { session, callId, command }: AfterTool, parts: HookParts): void {
  const { agent, eventId, now, hear } = parts;
  const { feedback } = fromSignal(signal, {
    now: now().toISOString(),
    agent,
    ...(session === "" ? {} : { run: session }),
    eventId: callId === undefined ? eventId : `${session}/${callId}`,
  });
  feedback.forEach(hear);
  if (command === undefined) return;
  const failed = { command: commandKey(command), at: now().getTime() };
  changeUnfixed(parts, (unfixed) =>
    feedback.reduce((kept, { event_id: event }) => withFailure(kept, { ...failed, event }), unfixed),
  );
}

/** A command that passes is no longer open. */
function settle({ command, session }: AfterTool, parts: HookParts, memory: SessionMemory): void {
  if (command === undefined) return;
  const passed = commandKey(command);
  const pass = { command: passed, session, isCheck: isCheckCommand(passed) };
  const { events } = settledBy(readUnfixed(parts.place.memory), pass);
  if (events.length > 0) {
    changeUnfixed(parts, (unfixed) => settledBy(unfixed, pass).left);
    parts.settle(events, passed);
  }
  if (!memory.open.some((each) => each.command === passed)) return;
  remember(parts, session, (before) => ({
    ...before,
    open: before.open.filter((each) => each.command !== passed),
  }));
}

/**
 * What makes two calls of a shell the same command: where it was run and what became of its output do not count, so
 * that `cd web && npm test 2>&1 | tail -20` is `npm test`.
 */
export function commandKey(command: string): string {
  const line = command
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, " ")
    .trim();
  const parts = line.split(" && ");
  while (parts.length > 1 && /^(?:cd|export|source|set|pushd) /.test(parts[0]!)) parts.shift();
  const bare = parts
    .join(" && ")
    .split(/ \|{1,2} | [12&]?>{1,2}(?: |&|\/)/)[0]!
    .replace(/^(?:(?:time|sudo|exec) |[A-Za-z_]\w{0,50}=\S{0,200} )+/, "");
  return (bare === "" ? line : bare).slice(0, LONGEST).toWellFormed();
}

/** Whether everything that a command line runs only shows something. */
export function onlyReads(command: string): boolean {
  const steps = command
    .slice(0, 4_000)
    .split(/&&|\|\|?|;|\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");
  return steps.length > 0 && steps.every(reads);
}

/**
 * Whether exit code 0 says that all of a command line went well. It does not after `npm test | tail -20`, `npm test || true`
 * or `npm test; echo done`, where it is another command's.
 */
export function zeroIsSuccess(command: string): boolean {
  const bare = command.slice(0, 4_000).replaceAll(/'[^']{0,2000}'|"(?:[^"\\]|\\.){0,2000}"|\\./g, "x");
  return !/[;\n]|\|\||(?<!&)&\s*$/.test(bare.trim()) && (!bare.includes("|") || bare.includes("pipefail"));
}

function reads(step: string): boolean {
  const words = step.split(/\s+/, 12).filter((word) => !/^[A-Za-z_]\w{0,50}=/.test(word));
  const [name = "", ...rest] = words;
  if (name === "cd" || name === "export" || name.startsWith("#")) return true;
  if (name === "git") {
    const at = rest[0] === "-C" || rest[0] === "-c" ? 2 : 0;
    return GIT_READERS.has(rest.slice(at).find((word) => !word.startsWith("-")) ?? "");
  }
  return READERS.has(name.slice(name.lastIndexOf("/") + 1));
}
