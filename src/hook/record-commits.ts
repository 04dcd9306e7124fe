import { preferModel } from "../core/feedback/agent-model.ts";
import type { AfterTool } from "./hook-event.ts";
import type { HookContext } from "./hook-context.ts";
import { modelInTranscript } from "./model-in-transcript.ts";
import { readMemory } from "./session-memory.ts";

const MAX_COMMANDS = 4_000;
const MAX_STEPS = 50;
const MAX_NAMES = 20;
const MAKES_COMMITS: ReadonlySet<string> = new Set(["commit", "cherry-pick", "revert"]);

/**
 * Queues the commits that a shell command of the agent made, with what the agent was given. The commits are looked up
 * later, in the process that delivers the queue, so the agent never waits for git.
 */
export function recordCommits(event: AfterTool, command: string, hook: HookContext): void {
  const { session, output, failed, exitCode } = event;
  if (session === "" || !makesCommit(command)) return;
  const names = printedCommits(output);
  // A command that failed may have failed before it committed anything.
  if (names.length === 0 && (failed || (exitCode ?? 0) !== 0)) return;
  const { given, reminded, runsOn } = readMemory(hook.paths.memory, session);
  const latest = event.transcript === undefined ? {} : modelInTranscript(event.transcript);
  hook.recordCommit({
    names,
    run: session,
    agent: hook.agent,
    time: hook.now().toISOString(),
    rules: given,
    reminders: reminded,
    ...preferModel(preferModel(event.runsOn, latest), runsOn),
  });
}

/** Whether a shell command runs `git commit` or another command that makes commits. */
export function makesCommit(command: string): boolean {
  if (!command.includes("git")) return false;
  return command
    .slice(0, MAX_COMMANDS)
    .split(/&&|\|\|?|;|\n|\(/, MAX_STEPS)
    .some((step) => {
      const words = step.trim().split(/\s+/, 20);
      const at = words.findIndex((word) => word === "git" || word.endsWith("/git"));
      if (at < 0 || words.includes("--dry-run")) return false;
      const rest = words.slice(at + 1);
      while (rest[0]?.startsWith("-") === true) rest.splice(0, rest[0] === "-C" || rest[0] === "-c" ? 2 : 1);
      return MAKES_COMMITS.has(rest[0] ?? "");
    });
}

/** The ids that git prints, such as `1a2b3c4` in `[main 1a2b3c4] Close the file`. */
const printedCommits = (output: string): readonly string[] => [
  ...new Set(
    Array.from(output.matchAll(/^\[[^\]\n]{1,200} ([0-9a-f]{7,64})\] /gm), ([, id = ""]) => id).slice(
      -MAX_NAMES,
    ),
  ),
];
