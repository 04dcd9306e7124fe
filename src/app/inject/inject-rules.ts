import { defined } from "../../core/defined.ts";
import { type ActiveRule, toActiveRule } from "../../core/rule/select-rules.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { changeKindOf, type InjectionPlan } from "../../core/inject/planned-file.ts";
import { planInjection } from "../../core/inject/plan-injection.ts";
import { DEFAULT_TARGET, TARGET_NAMES, type TargetName, TARGETS } from "../../core/inject/targets.ts";
import { CODING_AGENTS } from "../../core/setup/coding-agents.ts";
import type { ProjectFiles } from "../../ports/project-files.ts";
import { onTrial } from "../../core/trial/trials-of-task.ts";
import { type EnforcedRulesParts, loadEnforcedRules } from "../check/load-enforced-rules.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { TrialStore } from "../../ports/trial-store.ts";

export interface InjectRulesOptions {
  /** Those that the project uses, by default. */
  readonly targets?: readonly TargetName[];
  /** Agents whose rules to include, in addition to those for every agent. */
  readonly agents?: readonly string[];
  /** Removes everything that Emend wrote. */
  readonly remove?: boolean;
  /** Overwrites files with our names that are not ours. */
  readonly force?: boolean;
  /** Only reports what would be done. */
  readonly dry?: boolean;
}

export interface InjectReport extends InjectionPlan {
  readonly targets: readonly TargetName[];
  /** Whether the plan was carried out. */
  readonly written: boolean;
}

/** Updates the project's rule files to the rules in force. Nothing is written if any file has a problem. */
export const injectRules =
  ({
    rules,
    trials,
    checks,
    files,
    policy,
    local,
    now,
  }: {
    readonly rules: Pick<RuleStore, "inForce">;
    readonly trials: Pick<TrialStore, "assignments">;
    readonly checks: EnforcedRulesParts["checks"];
    readonly files: ProjectFiles;
    readonly policy: RulePolicy;
    /** The agent that works here, from the settings. */
    readonly local?: string;
    readonly now: () => string;
  }) =>
  async (options: InjectRulesOptions = {}): Promise<InjectReport> => {
    const { agents = [], remove = false, force = false, dry = false } = options;
    const targets = options.targets ?? (remove ? TARGET_NAMES : await detectTargets(files));
    const { existing, sameFile } = await readTargets(files, targets);
    const loaded = remove ? [] : await loadRules(rules, agents);
    const isOnTrial = onTrial(remove ? [] : await trials.assignments());
    const [tried, inForce] = [loaded.filter(isOnTrial), loaded.filter((rule) => !isOnTrial(rule))];
    const enforcedFor = remove ? undefined : await loadEnforcedRules({ checks, now });
    const planned = planInjection({
      targets,
      rules: inForce,
      agents,
      policy,
      ...defined({ enforcedFor, local }),
      existing,
      sameFile,
      force,
    });
    const plan = tried.length === 0 ? planned : { ...planned, notes: [...planned.notes, trialNote(tried)] };
    const written = !dry && plan.problems.length === 0;
    if (written) await applyPlan(files, plan);
    return { ...plan, targets, written };
  };

/** Every task reads the same files, so a rule in them could not be withheld from some. */
const trialNote = (tried: readonly ActiveRule[]): string =>
  `${tried.length === 1 ? "1 rule is" : `${tried.length} rules are`} on trial and left out of files, which every task reads: ${tried
    .slice(0, MAX_NAMED)
    .map(({ rule_id }) => rule_id)
    .join(", ")}${tried.length > MAX_NAMED ? ", …" : ""}; see \`emend trials list\``;

const MAX_NAMED = 5;

/** A single agent's rules are queried by name, which saves reading the others. */
async function loadRules(
  rules: Pick<RuleStore, "inForce">,
  agents: readonly string[],
): Promise<readonly ActiveRule[]> {
  const found = await rules.inForce(...(agents.length === 1 ? agents : []));
  return found.flatMap((rule) => toActiveRule(rule) ?? []);
}

/** A target is in use if its sign exists. The rule files of some agents are in a folder that may also be a file. */
export async function isInUse(files: Pick<ProjectFiles, "kindOf">, name: TargetName): Promise<boolean> {
  const target = TARGETS[name];
  const kind = await files.kindOf(target.sign);
  return target.kind === "files" && target.format.folder === target.sign
    ? kind === "folder"
    : kind !== undefined;
}

async function detectTargets(files: ProjectFiles): Promise<readonly TargetName[]> {
  const found: TargetName[] = [];
  for (const name of TARGET_NAMES) {
    if (await isInUse(files, name)) found.push(name);
  }
  return found.length === 0 ? usualTargets(files) : found;
}

/** Without any rule file: those of the agents that the repository shows, otherwise AGENTS.md. */
async function usualTargets(files: ProjectFiles): Promise<readonly TargetName[]> {
  const usual = new Set<TargetName>();
  for (const { markers, targets } of Object.values(CODING_AGENTS)) {
    const kinds = await Promise.all(markers.map((marker) => files.kindOf(marker)));
    if (kinds.some((kind) => kind !== undefined)) for (const name of targets.always) usual.add(name);
  }
  return usual.size === 0 ? [DEFAULT_TARGET] : TARGET_NAMES.filter((name) => usual.has(name));
}

interface TargetFiles {
  readonly existing: ReadonlyMap<string, string>;
  readonly sameFile: ReadonlyMap<TargetName, TargetName>;
}

async function readTargets(files: ProjectFiles, targets: readonly TargetName[]): Promise<TargetFiles> {
  const existing = new Map<string, string>();
  const sameFile = new Map<TargetName, TargetName>();
  const targetByPath = new Map<string, TargetName>();
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
      const other = targetByPath.get(file.place);
      if (other === undefined) targetByPath.set(file.place, name);
      else if (target.kind === "block") sameFile.set(name, other);
    }
  }
  return { existing, sameFile };
}

async function applyPlan(files: ProjectFiles, plan: InjectionPlan): Promise<void> {
  for (const file of plan.files) {
    const { path, before, after } = file;
    if (changeKindOf(file) === "unchanged") continue;
    if (after !== null) await files.write(path, after, before);
    else if (before !== null) await files.remove(path, before);
  }
}
