import { type ActiveRule, toActiveRule } from "../../core/rule/select-rules.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { changeKindOf, type InjectionPlan } from "../../core/inject/planned-file.ts";
import { planInjection } from "../../core/inject/plan-injection.ts";
import { DEFAULT_TARGET, TARGET_NAMES, type TargetName, TARGETS } from "../../core/inject/targets.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import type { RuleStore } from "../../ports/rule-store.ts";

export interface InjectRulesOptions {
  /** Those that the project shows signs of when left out. */
  readonly targets?: readonly TargetName[];
  /** Whose rules go in, besides those for every agent. */
  readonly agents?: readonly string[];
  /** Take everything of ours out; no rule is asked for. */
  readonly remove?: boolean;
  /** Overwrite files that have our names and are not ours. */
  readonly force?: boolean;
  /** Only say what would be done. */
  readonly dry?: boolean;
}

export interface InjectReport extends InjectionPlan {
  readonly targets: readonly TargetName[];
  /** Whether the files are now as planned. */
  readonly written: boolean;
}

/** Brings the project's rule files to the rules in force. Nothing is written while any file has a problem. */
export const injectRules =
  ({
    rules,
    files,
    policy,
  }: {
    readonly rules: Pick<RuleStore, "inForce">;
    readonly files: ProjectFiles;
    readonly policy: RulePolicy;
  }) =>
  async (options: InjectRulesOptions = {}): Promise<InjectReport> => {
    const { agents = [], remove = false, force = false, dry = false } = options;
    const targets = options.targets ?? (remove ? TARGET_NAMES : await detectTargets(files));
    const { existing, sameFile } = await readTargets(files, targets);
    const inForce = remove ? [] : await loadRules(rules, agents);
    const plan = planInjection({ targets, rules: inForce, agents, policy, existing, sameFile, force });
    const written = !dry && plan.problems.length === 0;
    if (written) await carryOut(files, plan);
    return { ...plan, targets, written };
  };

/** One agent's rules are asked for by its name, which spares reading the others. */
async function loadRules(
  rules: Pick<RuleStore, "inForce">,
  agents: readonly string[],
): Promise<readonly ActiveRule[]> {
  const found = await rules.inForce(...(agents.length === 1 ? agents : []));
  return found.flatMap((rule) => toActiveRule(rule) ?? []);
}

async function detectTargets(files: ProjectFiles): Promise<readonly TargetName[]> {
  const found: TargetName[] = [];
  for (const name of TARGET_NAMES) {
    if ((await files.kindOf(TARGETS[name].sign)) !== undefined) found.push(name);
  }
  return found.length === 0 ? [DEFAULT_TARGET] : found;
}

interface TargetFiles {
  readonly existing: ReadonlyMap<string, string>;
  readonly sameFile: ReadonlyMap<TargetName, TargetName>;
}

async function readTargets(files: ProjectFiles, targets: readonly TargetName[]): Promise<TargetFiles> {
  const existing = new Map<string, string>();
  const sameFile = new Map<TargetName, TargetName>();
  const places = new Map<string, TargetName>();
  for (const name of TARGET_NAMES.filter((each) => targets.includes(each))) {
    const target = TARGETS[name];
    const paths =
      target.kind === "block"
        ? [target.path]
        : (await files.list(target.format.folder))
            .filter(target.format.mayBeOurs)
            .map((file) => `${target.format.folder}/${file}`);
    for (const path of paths) {
      const file = await files.read(path);
      if (file === undefined) continue;
      existing.set(path, file.text);
      const other = places.get(file.place);
      if (other === undefined) places.set(file.place, name);
      else if (target.kind === "block") sameFile.set(name, other);
    }
  }
  return { existing, sameFile };
}

async function carryOut(files: ProjectFiles, plan: InjectionPlan): Promise<void> {
  for (const file of plan.files) {
    const { path, before, after } = file;
    if (changeKindOf(file) === "unchanged") continue;
    if (after !== null) await files.write(path, after, before);
    else if (before !== null) await files.remove(path, before);
  }
}
