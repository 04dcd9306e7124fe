import { CODING_AGENTS, isAgentName } from "../../core/setup/coding-agents.ts";
import { callsHook } from "../../core/setup/hook-settings.ts";
import { settingsText } from "../../core/setup/settings-text.ts";
import type { SkippedFile, SetupFile } from "../../core/setup/setup-change.ts";
import { commandFor, downloadsByName, type SetupCommand, shellLine } from "../../core/setup/setup-command.ts";
import { markersOf, SETUP_PARTS, type SetupPart } from "../../core/setup/setup-parts.ts";
import { SETUP_PATHS } from "../../core/setup/setup-paths.ts";
import { byHand, planWantedFile, type WantedFile } from "../../core/setup/wanted-file.ts";
import { workflowText, type WorkflowSource } from "../../core/setup/workflow-text.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";
import { changeKindOf } from "../../core/inject/planned-file.ts";
import { TARGET_NAMES, type TargetName, TARGETS } from "../../core/inject/targets.ts";
import { findBlock } from "../../core/inject/managed-block.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import type { EnforcedRulesParts } from "../check/load-enforced-rules.ts";
import { defined } from "../../core/defined.ts";
import { injectRules, type InjectReport, isInUse } from "../inject/inject-rules.ts";

/** The rule files of some parts, if rules are in force. Files that have some already are left to `emend inject`. */
const planRuleFiles =
  (ports: SetupPorts) =>
  async (parts: readonly SetupPart[], areNamed: boolean, agent: string | undefined): Promise<RuleFiles> => {
    const { targets, left: skipped } = await chooseTargets(ports, parts, areNamed);
    const report = await tryInject(ports, targets, agent);
    if ("code" in report) return { files: [], left: [...skipped, report], notes: [] };
    const files = report.files.flatMap((planned): readonly SetupFile[] => {
      const { path, before, after, rules, target } = planned;
      const change = changeKindOf(planned);
      const isNew = change === "created" || (change === "updated" && before !== null && !hasBlock(before));
      return rules > 0 && after !== null && isNew ? [toSetupFile(path, before, after, target)] : [];
    });
    const problems = report.problems.map(({ path, code, message }) => ({ path, code, message }));
    return { files, left: [...skipped, ...problems], notes: report.notes };
  };

export interface SetupRequest {
  /** Those that the repository shows by default. */
  readonly parts?: readonly SetupPart[];
  /** The agents of a repository that shows none. */
  readonly otherwise?: readonly SetupPart[];
  /** Also create the workflow. */
  readonly ci?: boolean;
  /** The command that starts `emend`; derived from the dependencies by default. */
  readonly command?: SetupCommand;
  /** The running program, for repositories that do not depend on Emend. */
  readonly program: SetupCommand;
  /** The package name on the registry, once it is ours. */
  readonly publishedAs: string | null;
  /** The agent; by default the only one that is set up. */
  readonly agent?: string;
  /** Emend's version. */
  readonly version: string;
}

interface SetupPlan extends RuleFiles {
  readonly parts: readonly SetupPart[];
  readonly command: SetupCommand;
}

/** Plans the setup of a repository without writing anything. */
export const planSetup =
  (ports: SetupPorts) =>
  async (request: SetupRequest): Promise<SetupPlan> => {
    const { files } = ports;
    const chosen = request.parts ?? (await partsInUse(files, request.otherwise ?? []));
    const parts: readonly SetupPart[] =
      request.ci === true && !chosen.includes("ci") ? [...chosen, "ci"] : chosen;
    const chosenCommand = commandFor(await readManifest(files), request);
    const command = request.command ?? chosenCommand.command;
    const agents = parts.filter((part) => part !== "ci");
    const agent = request.agent ?? (agents.length === 1 ? agents[0] : undefined);
    const wanted = wantedFiles(parts, { ...request, command }, agent);
    const ruleFiles = await planRuleFiles(ports)(parts, request.parts !== undefined, agent);
    const planned: SetupFile[] = [...ruleFiles.files];
    const skipped: SkippedFile[] = [...ruleFiles.left];
    const pathByPlace = new Map<string, string>();
    let hasOther = false;
    const notes: string[] = [
      ...ruleFiles.notes,
      ...(chosenCommand.isForeignPackage ? [FOREIGN_PACKAGE] : []),
    ];
    for (const want of wanted) {
      const path = await existingPath(files, want);
      const read = await tryRead(files, path);
      if (!read.ok) {
        skipped.push({ ...read.left, ...byHand(want) });
        continue;
      }
      const other = read.file === undefined ? undefined : pathByPlace.get(read.file.place);
      if (other !== undefined) {
        notes.push(`${path} is the same file as ${other}, so it is written once`);
        continue;
      }
      if (read.file !== undefined) pathByPlace.set(read.file.place, path);
      if (startsForeignPackage(read.file?.text)) notes.push(`${path} ${FOREIGN_COMMAND}`);
      if (request.command !== undefined && startsOther(read.file?.text, command)) hasOther = true;
      const outcome = planWantedFile(want, path, read.file?.text ?? null);
      if ("code" in outcome) skipped.push(outcome);
      else if (outcome.after !== outcome.before) planned.push(outcome);
    }
    if (hasOther) notes.push(OTHER_COMMAND);
    return { parts, command, files: planned, left: skipped, notes };
  };

const OTHER_COMMAND =
  "hooks start Emend by another command already, which stays; to change it, run `emend init --undo --yes` first";

/** Whether a file has our hook with a command other than this one. */
const startsOther = (text: string | undefined, command: SetupCommand): boolean =>
  text !== undefined &&
  callsHook(text) &&
  !text.includes(JSON.stringify(`${shellLine(command)} hook `).slice(0, -1));

const FOREIGN_PACKAGE =
  "package.json depends on a different package named emend from the npm registry; depend on Emend's tarball instead";
const FOREIGN_COMMAND =
  "starts a different package named emend from the npm registry; remove that entry and run this again";

/** An existing entry, which is left as it is. */
const startsForeignPackage = (text: string | undefined): boolean =>
  text !== undefined && downloadsByName(text.split(/[\s",:[\]{}]+/));

/** What the repository shows: the agents, and the CI system. */
export async function detectParts(files: ProjectFiles): Promise<readonly SetupPart[]> {
  const found: SetupPart[] = [];
  for (const part of SETUP_PARTS) {
    for (const sign of markersOf(part)) {
      if (!found.includes(part) && (await isThere(files, sign))) found.push(part);
    }
  }
  return found;
}

async function partsInUse(
  files: ProjectFiles,
  otherwise: readonly SetupPart[],
): Promise<readonly SetupPart[]> {
  const found = await detectParts(files);
  return found.some(isAgentName) ? found : [...otherwise, ...found];
}

/** The first of a file's names that exists, otherwise the usual one. */
async function existingPath(files: ProjectFiles, { path, or = [] }: WantedFile): Promise<string> {
  for (const name of [path, ...or]) if (await isThere(files, name)) return name;
  return path;
}

/** An unreadable path counts as existing and is reported later. */
async function isThere(files: ProjectFiles, path: string): Promise<boolean> {
  try {
    return (await files.kindOf(path)) !== undefined;
  } catch (cause) {
    if (cause instanceof ExternalError) return true;
    throw cause;
  }
}

async function readManifest(files: ProjectFiles): Promise<string | null> {
  const read = await tryRead(files, "package.json");
  return read.ok ? (read.file?.text ?? null) : null;
}

type Read =
  | { readonly ok: true; readonly file: Awaited<ReturnType<ProjectFiles["read"]>> }
  | { readonly ok: false; readonly left: SkippedFile };

async function tryRead(files: ProjectFiles, path: string): Promise<Read> {
  try {
    return { ok: true, file: await files.read(path) };
  } catch (cause) {
    if (!(cause instanceof ExternalError)) throw cause;
    return { ok: false, left: { path, code: cause.code, message: cause.message } };
  }
}

function wantedFiles(
  parts: readonly SetupPart[],
  source: WorkflowSource,
  agent: string | undefined,
): readonly WantedFile[] {
  const filesOf = (part: SetupPart): readonly WantedFile[] =>
    part === "ci"
      ? [{ path: SETUP_PATHS.workflow, whole: workflowText(source) }]
      : CODING_AGENTS[part].files(source.command);
  return [
    { path: SETUP_PATHS.settings, whole: settingsText(agent) },
    ...SETUP_PARTS.filter((part) => parts.includes(part)).flatMap(filesOf),
    { path: SETUP_PATHS.ignore, line: true },
  ];
}

interface SetupPorts {
  readonly files: ProjectFiles;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly trials: Pick<TrialStore, "assignments">;
  readonly checks: EnforcedRulesParts["checks"];
  readonly policy: RulePolicy;
  readonly now: () => string;
}

interface RuleFiles {
  /** Only changed files. */
  readonly files: readonly SetupFile[];
  readonly left: readonly SkippedFile[];
  readonly notes: readonly string[];
}

function hasBlock(text: string): boolean {
  const found = findBlock(text);
  return !found.ok || found.value.block !== undefined;
}

function toSetupFile(path: string, before: string | null, after: string, target: TargetName): SetupFile {
  const at = before?.length ?? 0;
  return {
    path,
    kind: TARGETS[target].kind === "block" ? "block" : "whole",
    before,
    after,
    insertions: [{ at, text: after.slice(at) }],
    added: {},
    made: [],
  };
}

interface Chosen {
  readonly targets: readonly TargetName[];
  readonly left: SkippedFile[];
}

/** The rule files of named agents, and of others those that are in use. */
async function chooseTargets(
  { files }: SetupPorts,
  parts: readonly SetupPart[],
  areNamed: boolean,
): Promise<Chosen> {
  const targets: TargetName[] = [];
  const skipped: SkippedFile[] = [];
  const agents = parts.filter(isAgentName);
  // A folder of Claude Code is no sign that a CLAUDE.md is wanted, and its hook tells it the rules.
  const always = new Set(
    agents.flatMap((name) => (areNamed || name !== "claude-code" ? CODING_AGENTS[name].targets.always : [])),
  );
  // Nearly every agent reads AGENTS.md.
  const known = new Set<TargetName>([
    "agents",
    ...agents.flatMap((name) => [
      ...CODING_AGENTS[name].targets.always,
      ...CODING_AGENTS[name].targets.ifPresent,
    ]),
  ]);
  for (const name of TARGET_NAMES) {
    try {
      const target = TARGETS[name];
      const isUsed = await isInUse(files, name);
      if (known.has(name) && isUsed && target.kind === "block") await files.read(target.path);
      if ((known.has(name) && isUsed) || always.has(name)) targets.push(name);
    } catch (cause) {
      if (!(cause instanceof ExternalError)) throw cause;
      if (known.has(name))
        skipped.push({ path: TARGETS[name].sign, code: cause.code, message: cause.message });
    }
  }
  return { targets, left: skipped };
}

async function tryInject(
  ports: SetupPorts,
  targets: readonly TargetName[],
  local: string | undefined,
): Promise<InjectReport | SkippedFile> {
  try {
    return await injectRules({ ...ports, ...defined({ local }) })({ targets, dry: true });
  } catch (cause) {
    if (!(cause instanceof ExternalError)) throw cause;
    return { path: "rule files", code: cause.code, message: cause.message };
  }
}
