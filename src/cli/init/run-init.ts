import { defined } from "../../core/defined.ts";
import { hash } from "node:crypto";
import { applySetup, type SetupWriter } from "../../app/setup/apply-setup.ts";
import { planSetup, type SetupRequest } from "../../app/setup/plan-setup.ts";
import { applyUndo, planUndo } from "../../app/setup/undo-setup.ts";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import type { LeftFile } from "../../core/setup/setup-change.ts";
import { fetchesByName, parseSetupCommand, shellLine } from "../../core/setup/setup-command.ts";
import { isSetupPart, SETUP_PARTS, type SetupPart } from "../../core/setup/setup-parts.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError, externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "../open/config-of.ts";
import { EXIT } from "../exit-code.ts";
import type { InitOptions } from "./init.ts";
import { INIT_PORTS, type InitPorts } from "./init-ports.ts";
import { sayTeam, wantedTeam } from "./init-team.ts";
import { toJson } from "../terminal/json-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { type Prompter, createPrompter } from "../terminal/prompter.ts";
import { PUBLISHED_AS, VERSION } from "../version.ts";
import { fileDiff } from "../../core/diff/unified-diff.ts";
import { expectedOf, valueSchema, splitCommand } from "../../config/config-schema.ts";
import { writeUserSetting } from "../../config/write-user-setting.ts";
import type { AgentCommand } from "../../core/setup/agent-commands.ts";

const KEY = "llm.command";

/** What to type to have it, for whoever cannot be asked. */
const agentNote = ({ title, argv, hint }: AgentCommand): string =>
  argv === undefined
    ? `${title} is installed and could word rules: emend init --llm-command "${hint ?? ""}"`
    : `${title} is installed and could word rules: emend init --llm-command "${shellLine(argv).replaceAll('"', '\\"')}"`;

/** The change of all files as one unified diff, coloured if the terminal has colours. */
const renderSetupDiff = (files: readonly ShownFile[], paint: Paint): string =>
  files.map(({ path, before, after }) => paintPatch(safeText(fileDiff(path, before, after)), paint)).join("");

/** What became of each file. */
const renderSetupFiles = (files: readonly ShownFile[], paint: Paint): string =>
  files
    .map((file) => {
      const change = changeKindOf(file);
      return `${paint(change === "removed" ? "yellow" : "green", change.padEnd(10))}${safeLine(file.path)}\n`;
    })
    .join("");

/** Each file that was left alone, and what a person can do about it. */
const renderLeft = (left: readonly LeftFile[]): string =>
  left
    .map(({ path, code, message, byHand }) => {
      const told = message.startsWith(path) ? message : `${path}: ${message}`;
      const hand = byHand === undefined ? "" : `; add this by hand:\n${indent(safeText(byHand))}`;
      return `emend: not changed: ${safeLine(told)} [${code}]${hand}\n`;
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
  const wanted = wantedTeam(options);
  const request = requestOf(options, ports);
  const agentCommand = agentCommandGiven(options.llmCommand);
  const writer: SetupWriter = {
    files: await ports.openFiles(io),
    clearFolders: ports.clearFolders,
    hash: (text) => hash("sha256", text, "hex"),
  };
  if (options.undo === true) {
    const plan = await planUndo(writer)();
    const nothing =
      plan === undefined ? "there is no .emend/init.json" : "everything it added is already gone";
    return carryOut(options, context, {
      files: plan?.files ?? [],
      left: plan?.left ?? [],
      notes: [],
      nothing: `nothing to undo: ${nothing}`,
      apply: async () => (plan === undefined ? undefined : applyUndo(writer)(plan)),
      // Even where no file is left to change, the record has to go.
      isDue: plan !== undefined,
    });
  }
  const { rules: policy } = await configOf(io);
  const agent = agentCommand === undefined ? await agentToOffer(io, ports.findAgent) : undefined;
  const opened = await ports.openRules(io);
  const rules = typeof opened === "string" ? { inForce: async () => [] } : opened.rules;
  try {
    const plan = await planSetup({ files: writer.files, rules, policy })(request);
    await carryOut(options, context, {
      ...plan,
      notes: [
        ...plan.notes,
        ...(typeof opened === "string"
          ? [`rules could not be read (${opened}); \`emend inject\` writes them later`]
          : []),
        ...adviceOn(plan, request, io, ports),
        ...(agent !== undefined && io.stdin.isTTY !== true ? [agentNote(agent)] : []),
      ],
      said: { parts: plan.parts, command: shellLine(plan.command) },
      nothing: plan.left.length === 0 ? "nothing to do: everything is already set up" : "nothing else to do",
      apply: () => applySetup(writer)(plan.files),
      isDue: false,
      afterwards: async (asker) => {
        if (agentCommand !== undefined) keepAgent(agentCommand, io);
        else if (agent !== undefined && options.json !== true && io.stdin.isTTY === true) {
          await offerAgent(agent, asker, io);
        }
        await sayTeam(wanted, options, { io, ports, asker });
      },
    });
  } finally {
    if (typeof opened !== "string") await opened.close();
  }
}

function requestOf(options: InitOptions, { program }: InitPorts): SetupRequest {
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
    throw usageError(
      "unknown_part",
      `--for: unknown part ${unknown === "" ? "(empty)" : unknown}`,
      `expected a comma-separated list of ${SETUP_PARTS.join(", ")}`,
    );
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
  if (command !== undefined && fetchesByName(command.value)) {
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
    ...(parts === undefined ? {} : { parts: [...new Set(parts)] }),
    ...(options.ci === true ? { ci: true } : {}),
    ...defined({ agent }),
    ...(command === undefined ? {} : { command: command.value }),
  };
}

/** What a person may have to do besides. */
function adviceOn(
  { parts, command }: { readonly parts: readonly SetupPart[]; readonly command: readonly string[] },
  request: SetupRequest,
  io: CliIo,
  ports: InitPorts,
): readonly string[] {
  const line = shellLine(command);
  const isStarted = parts.includes("claude-code") || parts.includes("cursor");
  return [
    ...(isStarted && line === "emend" && !ports.isOnPath(io, "emend")
      ? ["emend is not on the PATH, so hooks would not find it; install it, or omit --command"]
      : []),
    ...(isStarted && command === ports.program && line !== "emend"
      ? [
          "hooks and MCP start emend by its path on this machine; to share these files, depend on Emend's tarball in package.json, or use --command emend if everyone has it on their PATH",
        ]
      : []),
    ...(request.parts?.includes("codex") === true
      ? [`Codex keeps MCP servers in its own settings: codex mcp add emend -- ${line} mcp`]
      : []),
  ];
}

interface Work {
  readonly files: readonly ShownFile[];
  readonly left: readonly LeftFile[];
  readonly notes: readonly string[];
  readonly said?: Readonly<Record<string, unknown>>;
  /** What to say where no file changes. */
  readonly nothing: string;
  readonly apply: () => Promise<void>;
  /** Whether to apply although no file changes. */
  readonly isDue: boolean;
  /** What else is asked or kept, once the files are written or none has to be. */
  readonly afterwards?: (asker: Prompter) => Promise<void>;
}

async function carryOut(options: InitOptions, { io, finish }: CliContext, work: Work): Promise<void> {
  const { files, left, notes } = work;
  const paint = painter(io);
  const isDry = options.dryRun === true;
  if (options.json !== true) io.stdout.write(renderSetupDiff(files, paint));
  for (const note of notes) io.stderr.write(`emend: ${safeLine(note)}\n`);
  io.stderr.write(renderLeft(left));
  const isEmpty = files.length === 0;
  const asker = createPrompter(io);
  const agreed =
    !isDry &&
    (options.yes === true ||
      (isEmpty ? work.isDue && io.stdin.isTTY === true : await asker.confirm(writeQuestion(files.length))));
  if (agreed && (!isEmpty || work.isDue)) await work.apply();
  if (options.json === true) {
    const shown = files.map((file) => ({ path: file.path, change: changeKindOf(file) }));
    const told = left.map(({ path, code, message }) => ({ path, code, message }));
    const all = { written: agreed && !isEmpty, ...work.said, files: shown, left: told, notes };
    io.stdout.write(toJson(all));
  } else if (isEmpty) io.stdout.write(`${work.nothing}\n`);
  else if (agreed) io.stdout.write(renderSetupFiles(files, paint));
  if (!isEmpty && !agreed)
    io.stderr.write("emend: nothing was written; to write it, run it again with --yes\n");
  if (!isDry && (agreed || isEmpty)) await work.afterwards?.(asker);
  await asker.close();
  finish(left.length > 0 ? EXIT.problem : EXIT.success);
}

const writeQuestion = (files: number): string =>
  `Write ${files === 1 ? "this file" : `these ${files} files`}? [y/N] `;

/** One file before and after; null is no file. */
interface ShownFile {
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

/** What was given with --llm-command, as the setting takes it. */
function agentCommandGiven(line: string | undefined): readonly string[] | undefined {
  if (line === undefined) return undefined;
  if (valueSchema({ type: "command" }).safeParse(line).success) return splitCommand(line);
  throw usageError(
    "invalid_command",
    `--llm-command: expected ${expectedOf({ type: "command" })}`,
    'such as "claude -p"',
  );
}

/** Whether anybody could be offered anything: a model that is set is left alone. */
async function agentToOffer(
  io: CliIo,
  find: (io: CliIo) => AgentCommand | undefined,
): Promise<AgentCommand | undefined> {
  const { command, model } = (await configOf(io)).llm;
  return command === undefined && model === undefined ? find(io) : undefined;
}

/** Asks whether an agent's command may be run; without a yes nothing is set. */
async function offerAgent(agent: AgentCommand, asker: Prompter, io: CliIo): Promise<void> {
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
  if (await asker.confirm(question)) keepAgent(argv, io);
}

/** Keeps the command in the user's own settings, where no repository can put one. */
function keepAgent(argv: readonly string[], io: CliIo): void {
  const written = writeUserSetting(io.env, KEY, argv);
  if (!written.ok) {
    throw externalFailure("settings_not_written", `${KEY} was not set: ${written.error}`, {
      hint: `set EMEND_LLM_COMMAND to ${shellLine(argv)} instead`,
    });
  }
  io.stderr.write(`emend: ${KEY} is set in ${safeLine(written.value)}; remove it there to stop using it\n`);
}
