import { importsAgentsFile, changeKindOf } from "../../core/inject/planned-file.ts";
import { TARGET_NAMES, type TargetName, TARGETS } from "../../core/inject/targets.ts";
import { findBlock } from "../../core/inject/managed-block.ts";
import { addFirstBlock } from "../../core/setup/first-block.ts";
import type { LeftFile, SetupFile } from "../../core/setup/setup-change.ts";
import { SETUP_TARGETS, type SetupPart } from "../../core/setup/setup-parts.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { ExternalError } from "../../ports/errors.ts";
import { injectRules, type InjectReport } from "../inject/inject-rules.ts";

export interface SetupPorts {
  readonly files: ProjectFiles;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly policy: RulePolicy;
}

export interface RuleFiles {
  /** Only those that change. */
  readonly files: readonly SetupFile[];
  readonly left: readonly LeftFile[];
  readonly notes: readonly string[];
}

/**
 * The rule files of some parts: rules in force go in, and a block of a file that gets none says what it is for. What is
 * there already is left to `emend inject`.
 */
export const planRuleFiles =
  (ports: SetupPorts) =>
  async (parts: readonly SetupPart[], areNamed: boolean): Promise<RuleFiles> => {
    const { targets, texts, left } = await chooseTargets(ports, parts, areNamed);
    const report = await tryInject(ports, targets);
    if ("code" in report) return { files: [], left: [...left, report], notes: [] };
    const files: SetupFile[] = [];
    for (const planned of report.files) {
      const { path, before, after, rules } = planned;
      const isNew = changeKindOf(planned) === "created" || (before !== null && !hasBlock(before));
      if (rules > 0 && after !== null && isNew) files.push(toSetupFile(path, before, after, planned.target));
    }
    const seen = new Set<string>();
    for (const name of targets) {
      const target = TARGETS[name];
      const there = texts.get(name);
      const isSeen = there !== undefined && seen.has(there.place);
      if (there !== undefined) seen.add(there.place);
      if (target.kind !== "block" || isSeen || files.some(({ path }) => path === target.path)) continue;
      if (report.problems.some(({ path }) => path === target.path)) continue;
      const before = there?.text ?? null;
      if (name === "claude" && targets.includes("agents") && importsAgentsFile(before ?? "")) continue;
      const written = addFirstBlock(before);
      if (!written.ok) left.push({ path: target.path, ...written.error });
      else if (written.value !== before) files.push(toSetupFile(target.path, before, written.value, name));
    }
    const problems = report.problems.map(({ path, code, message }) => ({ path, code, message }));
    return { files, left: [...left, ...problems], notes: report.notes };
  };

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
  readonly left: LeftFile[];
}

/** A file that nobody asked for by name gets a block only where it is there. */
async function chooseTargets(
  { files }: SetupPorts,
  parts: readonly SetupPart[],
  areNamed: boolean,
): Promise<Chosen> {
  const targets: TargetName[] = [];
  const texts = new Map<TargetName, { readonly text: string; readonly place: string }>();
  const left: LeftFile[] = [];
  const anyway = new Set(
    parts.flatMap((part) =>
      areNamed || part === "codex" || part === "cursor" ? SETUP_TARGETS[part].anyway : [],
    ),
  );
  const either = new Set(
    parts.flatMap((part) => [...SETUP_TARGETS[part].anyway, ...SETUP_TARGETS[part].ifThere]),
  );
  for (const name of TARGET_NAMES.filter((each) => either.has(each))) {
    const target = TARGETS[name];
    const path = target.kind === "block" ? target.path : target.sign;
    try {
      const kind = await files.kindOf(path);
      const file = target.kind === "block" && kind !== undefined ? await files.read(path) : undefined;
      if (file !== undefined) texts.set(name, file);
      if (kind !== undefined || anyway.has(name)) targets.push(name);
    } catch (cause) {
      if (!(cause instanceof ExternalError)) throw cause;
      left.push({ path, code: cause.code, message: cause.message });
    }
  }
  return { targets, texts, left };
}

async function tryInject(
  { rules, files, policy }: SetupPorts,
  targets: readonly TargetName[],
): Promise<InjectReport | LeftFile> {
  try {
    return await injectRules({ rules, files, policy })({ targets, dry: true });
  } catch (cause) {
    if (!(cause instanceof ExternalError)) throw cause;
    return { path: "rule files", code: cause.code, message: cause.message };
  }
}
