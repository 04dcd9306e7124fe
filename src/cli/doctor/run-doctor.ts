import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { collectFacts, serverSettings } from "../status/collect-facts.ts";
import { findProblems, type StatusFacts } from "../status/status-report.ts";
import { formatAge, formatCount } from "../terminal/plain-text.ts";
import { createPrompter } from "../terminal/prompter.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { checkAgents } from "./check-agents.ts";
import { checkMachine } from "./check-machine.ts";
import { checkProject } from "./check-project.ts";
import { checkServer } from "./check-server.ts";
import { checkServices } from "./check-services.ts";
import { checkStore } from "./check-store.ts";
import type { DoctorOptions } from "./doctor.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";
import { runFix } from "./run-fix.ts";

/** `emend doctor`: tries everything, and fixes only what the user agrees to. */
export async function runDoctor(options: DoctorOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  if (options.yes === true && options.fix !== true)
    throw usageError("yes_without_fix", "--yes only says yes to what --fix asks", "add --fix");
  let checks = await checkAll(io, options.store);
  const fixed = options.fix === true ? await fix(checks, options.yes === true, context) : [];
  if (fixed.length > 0) checks = await checkAll(io, options.store);
  const count = (state: DoctorCheck["state"]): number => checks.filter((each) => each.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  io.stdout.write(
    options.json === true
      ? toJson({ checks, problems, warnings, fixed })
      : render(checks, options.fix === true, painter(io)),
  );
  finish(problems > 0 ? EXIT.problem : EXIT.success);
}

/** A server elsewhere needs longer than one on this machine. */
const HEALTH_TIMEOUT_MS = 3_000;

async function checkAll(io: CliIo, store: string | undefined): Promise<readonly DoctorCheck[]> {
  const { facts, read } = await collectFacts(io, store, HEALTH_TIMEOUT_MS);
  const seen = findProblems(facts).map(({ about, code, message, mend }) => ({
    check: about,
    state: "problem" as const,
    code,
    message,
    mend,
  }));
  const [ofStore, agents, server, services, project] = await Promise.all([
    checkStore(facts, io),
    checkAgents(facts.hooks, io),
    read === undefined ? [] : checkServer(serverSettings(read), facts.agent, io),
    read === undefined ? [] : checkServices(read, io),
    read === undefined ? [] : checkProject(facts, read, io),
  ]);
  return [
    ...checkMachine(io),
    ...checkSettings(facts),
    ...seen,
    ...ofStore,
    ...agents,
    ...checkQueue(facts, io),
    ...server,
    ...services,
    ...project,
  ];
}

function checkSettings({ config, configProblems, trust }: StatusFacts): readonly DoctorCheck[] {
  if (configProblems.length > 0 || trust === "waiting") return [];
  return [
    passed(
      "settings",
      config === null ? "none; defaults are used" : `${config}${trust === "trusted" ? ", trusted" : ""}`,
    ),
  ];
}

/** What hooks queue is delivered within seconds. */
const STUCK_AFTER_MS = 5 * 60_000;

function checkQueue({ spool }: StatusFacts, io: CliIo): readonly DoctorCheck[] {
  const { waiting, oldest, why } = spool;
  if (waiting === 0) return [passed("queue", "everything that hooks recorded is delivered")];
  // The failure is among the problems that status finds, too.
  if (why !== null || oldest === null) return [];
  const saw = `${formatCount(waiting, "entry", "entries")} of hooks queued, the oldest for ${formatAge(oldest, io.now().toISOString())}`;
  if (io.now().getTime() - Date.parse(oldest) < STUCK_AFTER_MS) return [passed("queue", saw)];
  return [
    {
      check: "queue",
      state: "warning",
      code: "queue_stuck",
      message: `${saw}; the next event of an agent delivers them`,
      mend: "emend hook --deliver",
      fixable: true,
    },
  ];
}

/** Runs the safe commands that checks name, each once, in the order of the checks. */
async function fix(
  checks: readonly DoctorCheck[],
  yes: boolean,
  context: CliContext,
): Promise<readonly string[]> {
  const { io } = context;
  const byCommand = Map.groupBy(
    checks.filter(({ fixable }) => fixable === true),
    ({ mend }) => mend!,
  );
  const done: string[] = [];
  const prompter = createPrompter(io);
  try {
    for (const [command, why] of byCommand) {
      for (const { message, code } of why) io.stderr.write(`emend: ${safeLine(message)} [${code}]\n`);
      await runFix(command, "show", context);
      if (!yes && !(await prompter.confirm(`Run \`${command}\`? [y/N] `))) {
        io.stderr.write(`emend: ${command} was not run\n`);
        continue;
      }
      await runFix(command, "run", context);
      io.stderr.write(`emend: ran ${command}\n`);
      done.push(command);
    }
  } finally {
    await prompter.close();
  }
  return done;
}

const COLOURS = { ok: "green", warning: "yellow", problem: "red" } as const;

function render(checks: readonly DoctorCheck[], hasFixed: boolean, paint: Paint): string {
  const width = Math.max(...checks.map(({ check }) => check.length));
  const lines = checks.flatMap(({ check, state, code, message, mend }) => [
    `${paint(COLOURS[state], state.padEnd(7))}  ${safeLine(check).padEnd(width)}  ${safeLine(message)}${code === null ? "" : ` [${code}]`}`,
    ...(mend === null ? [] : [`${" ".repeat(width + 11)}fix: ${safeLine(mend)}`]),
  ]);
  const count = (state: DoctorCheck["state"]): number => checks.filter((each) => each.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  const wrong = [
    ...(problems === 0 ? [] : [formatCount(problems, "problem")]),
    ...(warnings === 0 ? [] : [formatCount(warnings, "warning")]),
  ];
  const summary =
    wrong.length === 0 ? "Everything works." : `${wrong.join(", ")}; ${count("ok")} checks passed.`;
  const hint =
    !hasFixed && checks.some(({ fixable }) => fixable === true)
      ? " `emend doctor --fix` runs what is safe."
      : "";
  return `${lines.join("\n")}\n\n${summary}${hint}\n`;
}
