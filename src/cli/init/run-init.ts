import { defined } from "../../core/defined.ts";
import { hash } from "node:crypto";
import { applySetup, type SetupWriter } from "../../app/setup/apply-setup.ts";
import { detectParts, planSetup, type SetupRequest } from "../../app/setup/plan-setup.ts";
import { applyUndo, planUndo } from "../../app/setup/undo-setup.ts";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import type { SkippedFile } from "../../core/setup/setup-change.ts";
import {
  downloadsByName,
  parseSetupCommand,
  type SetupCommand,
  shellLine,
} from "../../core/setup/setup-command.ts";
import { CODING_AGENTS, isAgentName } from "../../core/setup/coding-agents.ts";
import { isSetupPart, type SetupPart } from "../../core/setup/setup-parts.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import type { InitOptions } from "./init.ts";
import { NO_RULES } from "../inject/inject-ports.ts";
import { INIT_PORTS, type InitPorts } from "./init-ports.ts";
import { chooseAgents, unknownPart } from "./choose-agents.ts";
import { configureTeam, parseTeamOption } from "./init-team.ts";
import { safeLine, safeText, toJson } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { type Prompter, createPrompter } from "../terminal/prompter.ts";
import { PUBLISHED_AS, VERSION } from "../version.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { expectedOf, valueSchema, splitCommand } from "../../config/config-schema.ts";
import { writeUserSetting } from "../../config/write-user-setting.ts";
import type { AgentCommand } from "../../core/setup/agent-commands.ts";

const LLM_COMMAND = "llm.command";

/** How to enable an installed agent, for users who cannot be asked. */
const agentNote = ({ title, argv, hint }: AgentCommand): string =>
  `${title} is installed and could word rules: emend init --llm-command "${argv === undefined ? (hint ?? "") : shellLine(argv).replaceAll('"', '\\"')}"`;

const renderSetupDiff = (files: readonly ChangedFile[], paint: Paint): string =>
  files.map(({ path, before, after }) => paintPatch(safeText(fileDiff(path, before, after)), paint)).join("");

const renderSetupFiles = (files: readonly ChangedFile[], paint: Paint): string =>
  files
    .map((file) => {
      const change = changeKindOf(file);
      return `${paint(change === "removed" ? "yellow" : "green", change.padEnd(10))}${safeLine(file.path)}\n`;
    })
    .join("");

/** Files that were not changed, and what to add by hand. */
const renderLeft = (left: readonly SkippedFile[]): string =>
  left
    .map(({ path, code, message, byHand }) => {
      const reason = message.startsWith(path) ? message : `${path}: ${message}`;
      const hand = byHand === undefined ? "" : `; add this by hand:\n${indent(safeText(byHand))}`;
      return `emend: not changed: ${safeLine(reason)} [${code}]${hand}\n`;
    })
    .join("");

const indent = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

export async function runInit(
  options: InitOptions,
  context: CliContext,
  ports: InitPorts = INIT_PORTS,
): Promise<void> {
  const { io } = context;
  const wanted = parseTeamOption(options);
  const request = parseRequest(options, ports);
  const agentCommand = parseAgentCommand(options.llmCommand);
  const writer: SetupWriter = {
    files: await ports.openFiles(io),
    clearFolders: ports.clearFolders,
    hash: (text) => hash("sha256", text, "hex"),
  };
  if (options.undo === true) {
    const plan = await planUndo(writer)();
    const prompter = createPrompter(io);
    const nothing =
      plan === undefined ? "there is no .emend/init.json" : "everything it added is already gone";
    return applyPlan(options, context, prompter, {
      files: plan?.files ?? [],
      left: plan?.left ?? [],
      notes: [],
      nothing: `nothing to undo: ${nothing}`,
      kept: "kept .emend with what was recorded; `emend inject --remove` takes rules out of rule files",
      apply: async () => (plan === undefined ? undefined : applyUndo(writer)(plan)),
      // The record of the setup is removed even if no file changes.
      applyAlways: plan !== undefined,
    });
  }
  const { rules: policy } = await configOf(io);
  const prompter = createPrompter(io);
  const found = request.parts ?? (await detectParts(writer.files));
  const chosen =
    request.parts !== undefined || found.some(isAgentName)
      ? undefined
      : await chooseAgents(
          ports.installedAgents(io),
          options.yes === true || options.json === true ? undefined : prompter,
          io,
        );
  const agent = agentCommand === undefined ? await findAgentToOffer(io, ports.findAgent) : undefined;
  const opened = await ports.openRules(io);
  const { rules, trials, checks } = typeof opened === "string" ? NO_RULES : opened;
  try {
    const plan = await planSetup({
      files: writer.files,
      rules,
      trials,
      checks,
      policy,
      now: () => io.now().toISOString(),
    })({ ...request, ...(chosen === undefined ? {} : { otherwise: chosen.agents }) });
    await applyPlan(options, context, prompter, {
      ...plan,
      notes: [
        ...(chosen?.note === undefined ? [] : [chosen.note]),
        ...plan.notes,
        ...(typeof opened === "string"
          ? [`rules could not be read (${opened}); \`emend inject\` writes them later`]
          : []),
        ...adviceFor(plan, io, ports),
        ...(agent !== undefined && io.stdin.isTTY !== true ? [agentNote(agent)] : []),
      ],
      answer: { parts: plan.parts, command: shellLine(plan.command) },
      nothing: plan.left.length === 0 ? "nothing to do: everything is already set up" : "nothing else to do",
      apply: () => applySetup(writer)(plan.files),
      applyAlways: false,
      onApplied: async () => {
        if (agentCommand !== undefined) saveAgentCommand(agentCommand, io);
        else if (agent !== undefined && options.json !== true && io.stdin.isTTY === true) {
          await offerAgent(agent, prompter, io);
        }
        await configureTeam(wanted, options, { io, ports, prompter });
      },
    });
  } finally {
    if (typeof opened !== "string") await opened.close();
  }
}

function parseRequest(options: InitOptions, { program }: InitPorts): SetupRequest {
  if (
    options.undo === true &&
    (options.for ?? options.agent ?? options.command ?? options.llmCommand ?? options.ci) !== undefined
  ) {
    throw usageError(
      "conflicting_options",
      "--undo cannot be combined with other options; it removes everything that init added",
    );
  }
  const named = options.for?.split(",").map((name) => name.trim());
  const unknown = named?.find((name) => !isSetupPart(name));
  if (unknown !== undefined) {
    throw unknownPart(`--for: unknown part ${unknown === "" ? "(empty)" : unknown}`);
  }
  const agent = options.agent?.trim();
  if (agent === "") throw usageError("invalid_agent", "--agent needs the name of an agent");
  const command = options.command === undefined ? undefined : parseSetupCommand(options.command);
  if (command?.ok === false) {
    throw usageError(
      "invalid_command",
      `--command: ${command.error.message}`,
      "such as /opt/emend/bin/emend",
    );
  }
  if (command !== undefined && downloadsByName(command.value)) {
    throw usageError(
      "invalid_command",
      "--command: this would download a different package named emend from the npm registry",
      "pass the path of emend, or depend on its tarball and pass `npx --no -- emend`",
    );
  }
  const parts = named?.filter(isSetupPart);
  return {
    version: VERSION,
    program,
    publishedAs: PUBLISHED_AS,
    ...(options.ci === true ? { ci: true } : {}),
    ...defined({ parts: parts && [...new Set(parts)], agent, command: command?.value }),
  };
}

/** What else the user may have to do. */
function adviceFor(
  { parts, command }: { readonly parts: readonly SetupPart[]; readonly command: SetupCommand },
  io: CliIo,
  ports: InitPorts,
): readonly string[] {
  const line = shellLine(command);
  const agents = parts.filter(isAgentName);
  const isStarted = agents.some((name) => CODING_AGENTS[name].files(command).length > 0);
  return [
    ...(isStarted && line === "emend" && !ports.isOnPath(io, "emend")
      ? ["emend is not on the PATH, so hooks would not find it; install it, or omit --command"]
      : []),
    ...(isStarted && command === ports.program && line !== "emend"
      ? [
          "these files start emend by its path on this machine. Before you commit them, depend on Emend's tarball in package.json, or, if everyone has emend on their PATH, run `emend init --undo` and `emend init --command emend`",
        ]
      : []),
    ...agents.flatMap((name) => CODING_AGENTS[name].byHand?.(command) ?? []),
  ];
}

interface SetupPlan {
  readonly files: readonly ChangedFile[];
  readonly left: readonly SkippedFile[];
  readonly notes: readonly string[];
  /** Further fields of the --json answer. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Printed if no file changes. */
  readonly nothing: string;
  readonly apply: () => Promise<void>;
  /** What an undo leaves. */
  readonly kept?: string;
  /** Whether to apply even if no file changes. */
  readonly applyAlways: boolean;
  /** Called once the files are written or up to date. */
  readonly onApplied?: () => Promise<void>;
}

async function applyPlan(
  options: InitOptions,
  { io, finish }: CliContext,
  prompter: Prompter,
  plan: SetupPlan,
): Promise<void> {
  const { files, left, notes } = plan;
  const paint = painter(io);
  const isDry = options.dryRun === true;
  if (options.json !== true) io.stdout.write(renderSetupDiff(files, paint));
  for (const note of notes) io.stderr.write(`emend: ${safeLine(note)}\n`);
  io.stderr.write(renderLeft(left));
  const isEmpty = files.length === 0;
  const agreed =
    !isDry &&
    (options.yes === true ||
      (isEmpty
        ? plan.applyAlways && io.stdin.isTTY === true
        : await prompter.confirm(writeQuestion(files.length))));
  if (agreed && (!isEmpty || plan.applyAlways)) await plan.apply();
  if (options.json === true) {
    const shown = files.map((file) => ({ path: file.path, change: changeKindOf(file) }));
    const notChanged = left.map(({ path, code, message }) => ({ path, code, message }));
    const answer = { written: agreed && !isEmpty, ...plan.answer, files: shown, left: notChanged, notes };
    io.stdout.write(toJson(answer));
  } else if (isEmpty) io.stdout.write(`${plan.nothing}\n`);
  else if (agreed) {
    io.stdout.write(renderSetupFiles(files, paint));
    if (plan.kept !== undefined) io.stdout.write(`${plan.kept}\n`);
  }
  if (!isEmpty && !agreed)
    io.stderr.write("emend: nothing was written; to write it, run it again with --yes\n");
  if (!isDry && (agreed || isEmpty)) await plan.onApplied?.();
  await prompter.close();
  finish(left.length > 0 ? EXIT.problem : EXIT.success);
}

const writeQuestion = (files: number): string =>
  `Write ${files === 1 ? "this file" : `these ${files} files`}? [y/N] `;

/** A null content means no file. */
interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

function paintPatch(patch: string, paint: Paint): string {
  return patch
    .split("\n")
    .map((line, at) => {
      if (line === "") return line;
      if (at < 2) return paint("bold", line);
      if (line.startsWith("+")) return paint("green", line);
      if (line.startsWith("-")) return paint("red", line);
      return line.startsWith("@@") ? paint("cyan", line) : line;
    })
    .join("\n");
}

/** Parses --llm-command like the setting llm.command. */
function parseAgentCommand(line: string | undefined): readonly string[] | undefined {
  if (line === undefined) return undefined;
  if (valueSchema({ type: "command" }).safeParse(line).success) return splitCommand(line);
  throw usageError(
    "invalid_command",
    `--llm-command: expected ${expectedOf({ type: "command" })}`,
    'such as "claude -p"',
  );
}

/** An installed agent, unless a model is already configured. */
async function findAgentToOffer(
  io: CliIo,
  find: (io: CliIo) => AgentCommand | undefined,
): Promise<AgentCommand | undefined> {
  const { command, model } = (await configOf(io)).llm;
  return command === undefined && model === undefined ? find(io) : undefined;
}

/** Asks whether Emend may run the agent's command. */
async function offerAgent(agent: AgentCommand, prompter: Prompter, io: CliIo): Promise<void> {
  const { title, argv } = agent;
  if (argv === undefined) {
    io.stderr.write(`emend: ${agentNote(agent)}\n`);
    return;
  }
  const question = [
    `${title} is installed. It can word rules better than Emend alone.`,
    `Emend would run \`${shellLine(argv)}\` under your account, at most 200 times a day, and pass it people's feedback on your agents' work.`,
    "Use it? [y/N] ",
  ].join("\n");
  if (await prompter.confirm(question)) saveAgentCommand(argv, io);
}

/** Saves the command in the user's settings, where no repository can set one. */
function saveAgentCommand(argv: readonly string[], io: CliIo): void {
  const written = writeUserSetting(io.env, LLM_COMMAND, argv);
  if (!written.ok) {
    throw externalFailure("settings_not_written", `${LLM_COMMAND} was not set: ${written.error}`, {
      hint: `set EMEND_LLM_COMMAND to ${shellLine(argv)} instead`,
    });
  }
  io.stderr.write(
    `emend: ${LLM_COMMAND} is set in ${safeLine(written.value)}; remove it there to stop using it\n`,
  );
}
