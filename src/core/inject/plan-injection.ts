import { byCodeUnits } from "../text/by-code-units.ts";
import type { ActiveRule } from "../rule/active-rule.ts";
import type { Withheld } from "../rule/injection.ts";
import type { RulePolicy } from "../rule/rule-policy.ts";
import { selectRules } from "../rule/select-rules.ts";
import { importsAgentsFile } from "./imports-file.ts";
import { planBlock } from "./plan-block.ts";
import { planFiles } from "./plan-files.ts";
import type { InjectionPlan } from "./planned-file.ts";
import { portableGlobs } from "./portable-globs.ts";
import { type Target, TARGET_NAMES, type TargetName, TARGETS } from "./targets.ts";

export interface InjectionRequest {
  readonly targets: readonly TargetName[];
  /** All that are in force; none takes everything of ours out. */
  readonly rules: readonly ActiveRule[];
  /** Whose rules; those of each target's readers where none is named. Rules for every agent always go in. */
  readonly agents: readonly string[];
  readonly policy: Pick<RulePolicy, "rulesPerAgent" | "tokenBudget" | "withholdFlagged">;
  /** What is there now by path: the files of the targets, and in their folders what may be ours. */
  readonly existing: ReadonlyMap<string, string>;
  /** Targets whose file is another target's under a second name. */
  readonly sameFile?: ReadonlyMap<TargetName, TargetName>;
  readonly force?: boolean;
}

/** What to write where. The same rules and files always give the same plan, and a plan carried out gives no change. */
export function planInjection(request: InjectionRequest): InjectionPlan {
  const names = TARGET_NAMES.filter((name) => request.targets.includes(name));
  const imports = names.includes("agents") && importsAgentsFile(request.existing.get("CLAUDE.md") ?? "");
  const plans = names.map((name): InjectionPlan => {
    const other = request.sameFile?.get(name);
    if (other !== undefined) {
      const note = `${TARGETS[name].sign} is ${TARGETS[other].sign} under another name, and is written once`;
      return { files: [], problems: [], withheld: [], notes: [note] };
    }
    if (name === "claude" && imports) {
      const note = "CLAUDE.md loads AGENTS.md, so rules are written there only";
      return { ...planTarget(name, [], request), notes: request.rules.length === 0 ? [] : [note] };
    }
    const { injected, withheld } = selectRules(...addressed(name, names, imports, request));
    const plan = planTarget(name, injected, request);
    return {
      ...plan,
      withheld: [...withheld.map((each) => ({ target: name, ...each })), ...plan.withheld],
      notes: [...plan.notes, ...noteOthers(name, request.rules, withheld)],
    };
  });
  return {
    files: plans.flatMap(({ files }) => files),
    problems: plans.flatMap(({ problems }) => problems),
    withheld: plans.flatMap(({ withheld }) => withheld),
    notes: plans.flatMap(({ notes }) => notes),
  };
}

function planTarget(
  name: TargetName,
  selected: readonly ActiveRule[],
  request: InjectionRequest,
): InjectionPlan {
  const target = TARGETS[name];
  const { existing, force = false, targets } = request;
  const rules = selected.filter((rule) => !isPartners(rule, target, targets));
  return target.kind === "block"
    ? planBlock(name, target, rules, existing.get(target.path) ?? null)
    : planFiles(name, target, rules, { files: existing, force });
}

const MAX_NAMED = 5;

/** Rules for other agents are the likeliest to be missed. */
function noteOthers(
  name: TargetName,
  rules: readonly ActiveRule[],
  withheld: readonly Withheld[],
): readonly string[] {
  const ids = new Set(withheld.flatMap(({ rule_id, reason }) => (reason === "other_agent" ? [rule_id] : [])));
  if (ids.size === 0) return [];
  const others = rules.filter(({ rule_id }) => ids.has(rule_id)).flatMap(({ scope }) => scope.agents);
  const agents = [...new Set(others)].toSorted(byCodeUnits);
  const named = agents.slice(0, MAX_NAMED).join(", ") + (agents.length > MAX_NAMED ? ", …" : "");
  const what = ids.size === 1 ? "1 rule is" : `${ids.size} rules are`;
  return [`target ${name}: ${what} for other agents (${named}); --agent names whose rules go in`];
}

/** A file may have several readers, so a rule for any of them counts as one for the file. */
function addressed(
  name: TargetName,
  names: readonly TargetName[],
  imports: boolean,
  { rules, agents, policy, sameFile }: InjectionRequest,
): Parameters<typeof selectRules> {
  const joined = names.filter(
    (other) => sameFile?.get(other) === name || (imports && name === "agents" && other === "claude"),
  );
  const apart = names.filter((other) => other !== name && !joined.includes(other));
  const elsewhere = new Set(apart.flatMap((other) => TARGETS[other].readers));
  // AGENTS.md is everybody's; who has a file of their own among the targets is not addressed twice.
  const own = [
    ...TARGETS[name].readers.filter((reader) => name !== "agents" || !elsewhere.has(reader)),
    ...joined.flatMap((other) => TARGETS[other].readers),
  ];
  const readers = agents.length > 0 ? agents : own;
  const [reader = ""] = readers;
  const forFile = rules.map((rule) =>
    rule.scope.agents.some((agent) => readers.includes(agent))
      ? { ...rule, scope: { ...rule.scope, agents: [reader] } }
      : rule,
  );
  return [forFile, { agent: reader, policy }];
}

/** Where both halves of a pair are written, rules for some paths go into one and the others into the other. */
function isPartners(rule: ActiveRule, { kind, partner }: Target, targets: readonly TargetName[]): boolean {
  if (partner === undefined || !targets.includes(partner)) return false;
  const isScoped = portableGlobs(rule.scope.paths) !== undefined;
  return kind === "block" ? isScoped : !isScoped;
}
