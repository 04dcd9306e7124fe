import { addIgnoreLine } from "../../core/setup/ignore-line.ts";
import { claudeHooks, cursorHooks, mcpServers, runsOurHook } from "../../core/setup/hook-settings.ts";
import { applyInsertions, type Insertion } from "../../core/setup/insertions.ts";
import { type JsonSections, mergeJson } from "../../core/setup/merge-json.ts";
import { settingsText } from "../../core/setup/settings-text.ts";
import type { SkippedFile, SetupFile, SetupKind } from "../../core/setup/setup-change.ts";
import { commandFor, downloadsByName, type SetupCommand } from "../../core/setup/setup-command.ts";
import {
  DEFAULT_PART,
  SETUP_PARTS,
  SETUP_MARKERS,
  type SetupPart,
  SETUP_TARGETS,
} from "../../core/setup/setup-parts.ts";
import { SETUP_PATHS } from "../../core/setup/setup-paths.ts";
import { workflowText, type WorkflowSource } from "../../core/setup/workflow-text.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";
import { importsAgentsFile, changeKindOf } from "../../core/inject/planned-file.ts";
import { TARGET_NAMES, type TargetName, TARGETS } from "../../core/inject/targets.ts";
import { findBlock } from "../../core/inject/managed-block.ts";
import { addFirstBlock } from "../../core/setup/first-block.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";
import type { EnforcedRulesParts } from "../check/load-enforced-rules.ts";
import { injectRules, type InjectReport } from "../inject/inject-rules.ts";

/**
 * The rule files of some parts: existing rules are written, and a file without any gets an empty block. Existing
 * content is left to `emend inject`.
 */
const planRuleFiles =
  (ports: SetupPorts) =>
  async (parts: readonly SetupPart[], areNamed: boolean): Promise<RuleFiles> => {
    const { targets, texts, left: skipped } = await chooseTargets(ports, parts, areNamed);
    const report = await tryInject(ports, targets);
    if ("code" in report) return { files: [], left: [...skipped, report], notes: [] };
    const files: SetupFile[] = [];
    for (const planned of report.files) {
      const { path, before, after, rules } = planned;
      const isNew = changeKindOf(planned) === "created" || (before !== null && !hasBlock(before));
      if (rules > 0 && after !== null && isNew) files.push(toSetupFile(path, before, after, planned.target));
    }
    const seen = new Set<string>();
    for (const name of targets) {
      const target = TARGETS[name];
      const existing = texts.get(name);
      const isSeen = existing !== undefined && seen.has(existing.place);
      if (existing !== undefined) seen.add(existing.place);
      if (target.kind !== "block" || isSeen || files.some(({ path }) => path === target.path)) continue;
      if (report.problems.some(({ path }) => path === target.path)) continue;
      const before = existing?.text ?? null;
      if (name === "claude" && targets.includes("agents") && importsAgentsFile(before ?? "")) continue;
      const written = addFirstBlock(before);
      if (!written.ok) skipped.push({ path: target.path, ...written.error });
      else if (written.value !== before) files.push(toSetupFile(target.path, before, written.value, name));
    }
    const problems = report.problems.map(({ path, code, message }) => ({ path, code, message }));
    return { files, left: [...skipped, ...problems], notes: report.notes };
  };

export interface SetupRequest {
  /** Those in use by default. */
  readonly parts?: readonly SetupPart[];
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
    const chosen = request.parts ?? (await detectParts(files));
    const parts: readonly SetupPart[] =
      request.ci === true && !chosen.includes("ci") ? [...chosen, "ci"] : chosen;
    const chosenCommand = commandFor(await readManifest(files), request);
    const command = request.command ?? chosenCommand.command;
    const agents = parts.filter((part) => part !== "ci");
    const agent = request.agent ?? (agents.length === 1 ? agents[0] : undefined);
    const wanted = wantedFiles(parts, { ...request, command }, agent);
    const ruleFiles = await planRuleFiles(ports)(parts, request.parts !== undefined);
    const planned: SetupFile[] = [...ruleFiles.files];
    const skipped: SkippedFile[] = [...ruleFiles.left];
    const pathByPlace = new Map<string, string>();
    const notes: string[] = [
      ...ruleFiles.notes,
      ...(chosenCommand.isForeignPackage ? [FOREIGN_PACKAGE] : []),
    ];
    for (const want of wanted) {
      const read = await tryRead(files, want.path);
      if (!read.ok) {
        skipped.push({ ...read.left, ...byHand(want) });
        continue;
      }
      const other = read.file === undefined ? undefined : pathByPlace.get(read.file.place);
      if (other !== undefined) {
        notes.push(`${want.path} is the same file as ${other}, so it is written once`);
        continue;
      }
      if (read.file !== undefined) pathByPlace.set(read.file.place, want.path);
      if (startsForeignPackage(read.file?.text)) notes.push(`${want.path} ${FOREIGN_COMMAND}`);
      const outcome = planFile(want, read.file?.text ?? null);
      if ("code" in outcome) skipped.push(outcome);
      else if (outcome.after !== outcome.before) planned.push(outcome);
    }
    return { parts, command, files: planned, left: skipped, notes };
  };

const FOREIGN_PACKAGE =
  "package.json depends on a different package named emend from the npm registry; depend on Emend's tarball instead";
const FOREIGN_COMMAND =
  "starts a different package named emend from the npm registry; remove that entry and run this again";

/** An existing entry, which is left as it is. */
const startsForeignPackage = (text: string | undefined): boolean =>
  text !== undefined && downloadsByName(text.split(/[\s",:[\]{}]+/));

async function detectParts(files: ProjectFiles): Promise<readonly SetupPart[]> {
  const found: SetupPart[] = [];
  for (const part of SETUP_PARTS) {
    for (const sign of SETUP_MARKERS[part]) {
      if (!found.includes(part) && (await isThere(files, sign))) found.push(part);
    }
  }
  return found.some((part) => part !== "ci") ? found : [DEFAULT_PART, ...found];
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

/** A required file: JSON sections, a line, or a new text. */
type Wanted = { readonly path: string } & (
  | { readonly sections: JsonSections }
  | { readonly whole: string }
  | { readonly line: true }
);

function wantedFiles(
  parts: readonly SetupPart[],
  source: WorkflowSource,
  agent: string | undefined,
): readonly Wanted[] {
  const { command } = source;
  const files: Readonly<Record<SetupPart, readonly Wanted[]>> = {
    "claude-code": [
      { path: SETUP_PATHS.claudeHooks, sections: claudeHooks(command) },
      { path: SETUP_PATHS.claudeMcp, sections: mcpServers(command) },
    ],
    cursor: [
      { path: SETUP_PATHS.cursorHooks, sections: cursorHooks(command) },
      { path: SETUP_PATHS.cursorMcp, sections: mcpServers(command) },
    ],
    codex: [],
    copilot: [],
    ci: [{ path: SETUP_PATHS.workflow, whole: workflowText(source) }],
  };
  return [
    { path: SETUP_PATHS.settings, whole: settingsText(agent) },
    ...SETUP_PARTS.filter((part) => parts.includes(part)).flatMap((part) => files[part]),
    { path: SETUP_PATHS.ignore, line: true },
  ];
}

const byHand = (want: Wanted): Pick<SkippedFile, "byHand"> =>
  "sections" in want ? { byHand: JSON.stringify(want.sections, null, 2) } : {};

function planFile(want: Wanted, before: string | null): SetupFile | SkippedFile {
  const { path } = want;
  const file = (kind: SetupKind, insertions: readonly Insertion[], merged = NOTHING): SetupFile => ({
    path,
    kind,
    before,
    after: applyInsertions(before ?? "", insertions),
    insertions,
    ...merged,
  });
  if ("whole" in want) return file("whole", before === null ? [{ at: 0, text: want.whole }] : []);
  if ("line" in want) return file("lines", addIgnoreLine(before));
  const merged = mergeJson(before, want.sections, runsOurHook(want.sections));
  if (!merged.ok) return { path, ...merged.error, ...byHand(want) };
  const { insertions, added, made } = merged.value;
  return file("json", insertions, { added, made });
}

const NOTHING: Pick<SetupFile, "added" | "made"> = { added: {}, made: [] };

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
  readonly texts: ReadonlyMap<TargetName, { readonly text: string; readonly place: string }>;
  readonly left: SkippedFile[];
}

/** A file that was not requested only gets a block if it exists. */
async function chooseTargets(
  { files }: SetupPorts,
  parts: readonly SetupPart[],
  areNamed: boolean,
): Promise<Chosen> {
  const targets: TargetName[] = [];
  const texts = new Map<TargetName, { readonly text: string; readonly place: string }>();
  const skipped: SkippedFile[] = [];
  const always = new Set(
    parts.flatMap((part) =>
      areNamed || part === "codex" || part === "cursor" ? SETUP_TARGETS[part].always : [],
    ),
  );
  const either = new Set(
    parts.flatMap((part) => [...SETUP_TARGETS[part].always, ...SETUP_TARGETS[part].ifPresent]),
  );
  for (const name of TARGET_NAMES.filter((each) => either.has(each))) {
    const target = TARGETS[name];
    const path = target.kind === "block" ? target.path : target.sign;
    try {
      const kind = await files.kindOf(path);
      const file = target.kind === "block" && kind !== undefined ? await files.read(path) : undefined;
      if (file !== undefined) texts.set(name, file);
      if (kind !== undefined || always.has(name)) targets.push(name);
    } catch (cause) {
      if (!(cause instanceof ExternalError)) throw cause;
      skipped.push({ path, code: cause.code, message: cause.message });
    }
  }
  return { targets, texts, left: skipped };
}

async function tryInject(
  ports: SetupPorts,
  targets: readonly TargetName[],
): Promise<InjectReport | SkippedFile> {
  try {
    return await injectRules(ports)({ targets, dry: true });
  } catch (cause) {
    if (!(cause instanceof ExternalError)) throw cause;
    return { path: "rule files", code: cause.code, message: cause.message };
  }
}
