import { packRuleText, type PackRule, type RulePack } from "../../core/rule-pack/rule-pack.ts";
import { packPlace, parsePackSource } from "../../core/rule-pack/pack-source.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { checkRuleText, type RuleTextWarning } from "../../core/rule-text/check-rule-text.ts";
import type { RelatedRulesFound } from "../../core/rule/find-related-rules.ts";
import { endedByPack, type PackOrigin } from "../../core/rule/pack-origin.ts";
import {
  findVersion,
  isOpen,
  presentVersion,
  type Rule,
  ruleId,
  type RuleText,
  ruleTextKey,
} from "../../core/rule/rule.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { relatedRules, type RelatedRulesParts } from "../rule/related-rules.ts";
import { findRuleCluster, type FindRuleClusterParts, type SeenMistake } from "./find-rule-cluster.ts";
import { type RuleOfPack, rulesOfPack } from "./rules-of-pack.ts";

/** What a pack would do to the rules here. Nothing of it is in force without people's approval. */
export interface PackPlan {
  readonly pack: RulePack;
  readonly integrity: string;
  readonly source: string;
  readonly rules: readonly PlannedRule[];
}

interface Planned {
  /** The rule's id in the pack. */
  readonly id: string;
  /** Its id in the store. */
  readonly rule_id: string;
  /** Why, as the end of a sentence; empty for a rule that is simply new. */
  readonly why: string;
}

export type PlannedRule = Planned &
  (
    | {
        /** `amend` changes the words of a rule that came from this pack. */
        readonly step: "propose" | "amend";
        readonly rule: PackRule;
        readonly words: RuleText;
        readonly warnings: readonly RuleTextWarning[];
        readonly conflicts: RelatedRulesFound["related"];
        /** The mistake as it happened here, for a new rule. */
        readonly seen: SeenMistake | null;
      }
    /** Nothing to do. Only `unchanged` rules are from this pack. */
    | { readonly step: "unchanged" | "said_here" | "answered" | "changed_here"; readonly rule: PackRule }
    /** The pack no longer has the rule: `withdraw` ends its proposal, `flag` asks people to retire it. */
    | { readonly step: "withdraw" | "flag"; readonly text: string }
  );

export interface PackToPlan {
  readonly pack: RulePack;
  readonly integrity: string;
  readonly source: string;
  /** For new rules; empty means every agent. */
  readonly agents: readonly string[];
  /** Only the rules with these ids in the pack, or prefixes of them. */
  readonly only?: readonly string[];
  /** Whether rules that the pack no longer has are to go. */
  readonly isUpdate: boolean;
  /** Whether a person said that the pack comes from another place than before. */
  readonly mayMove?: boolean;
}

export interface PlanPackParts extends RelatedRulesParts, FindRuleClusterParts {
  readonly rules: Pick<RuleStore, "find" | "list" | "inForce" | "pending" | "ofCluster">;
}

export interface PackRefusal {
  readonly code: "pack_name_taken" | "pack_rule_not_found";
  readonly message: string;
}

/** Compares a pack with the rules here. Changes nothing. */
export const planPack = (parts: PlanPackParts) => {
  const relate = relatedRules(parts);
  const findSeen = findRuleCluster(parts);
  return async (given: PackToPlan): Promise<Result<PackPlan, PackRefusal>> => {
    const { pack, integrity, source, agents, only, isUpdate, mayMove = false } = given;
    const known = await rulesOfPack(parts.rules, pack.name);
    const [first] = known.values();
    // After a move, rules that did not change still name the place before.
    const isHere = [...known.values()].some(({ origin }) => placeOf(origin.source) === placeOf(source));
    if (first !== undefined && !isHere && !mayMove)
      return fail({
        code: "pack_name_taken",
        message: `rules of a pack named ${pack.name} are here already, from ${first.origin.source}; if that pack has moved, run \`emend packs update ${pack.name} ${source}\``,
      });
    const chosen = only === undefined ? ok(pack.rules) : chooseRules(pack, only);
    if (!chosen.ok) return chosen;
    const rules: PlannedRule[] = [];
    const taken = new Set<string>();
    for (const rule of chosen.value) {
      const planned = await planRule(pack.name, rule, known.get(rule.id), agents);
      const cluster = "seen" in planned ? planned.seen?.cluster_id : undefined;
      // A mistake has one rule.
      rules.push(
        "seen" in planned && cluster !== undefined && taken.has(cluster)
          ? { ...planned, seen: null }
          : planned,
      );
      if (cluster !== undefined) taken.add(cluster);
    }
    if (isUpdate) rules.push(...gone(pack, known));
    return ok({ pack, source, integrity, rules });
  };

  async function planRule(
    name: string,
    rule: PackRule,
    known: RuleOfPack | undefined,
    agents: readonly string[],
  ): Promise<PlannedRule> {
    const here = known === undefined ? undefined : presentVersion(known.rule);
    const words = packRuleText(rule, here?.scope.agents ?? agents);
    if (known !== undefined && here !== undefined && isOpen(known.rule)) {
      const at = { id: rule.id, rule_id: known.rule.id, rule };
      if (sameWords(here, words)) return { ...at, step: "unchanged", why: standingOf(known.rule) };
      if (here.pack?.changed === true)
        return {
          ...at,
          step: "changed_here",
          why: "people here changed its words, so the pack's are not proposed",
        };
      return { ...(await proposal("amend", rule, words, known.rule.id)), why: standingOf(known.rule) };
    }
    // A rule whose words were amended keeps the id of its first words.
    const isAnswered = known !== undefined && here !== undefined && sameWords(here, words);
    const id = isAnswered ? known.rule.id : ruleId(words);
    const same = isAnswered ? known.rule : await parts.rules.find(id);
    if (same !== undefined && isOpen(same))
      return { id: rule.id, rule_id: id, rule, step: "said_here", why: `${id} says it already` };
    if (same !== undefined && same.status !== "expired" && !endedByPack(same.last_answer, name)) {
      const why = `it was ${same.status} here: ${same.last_answer?.reason ?? ""}`;
      return { id: rule.id, rule_id: id, rule, step: "answered", why };
    }
    return proposal("propose", rule, words, id);
  }

  async function proposal(
    step: "propose" | "amend",
    rule: PackRule,
    words: RuleText,
    id: string,
  ): Promise<PlannedRule> {
    const { related } = await relate({ ...words, rule_id: id });
    const same = step === "propose" ? related.find(({ relation }) => relation === "duplicate") : undefined;
    if (same !== undefined) {
      const why = `${same.rule_id} says it already: ${same.text}`;
      return { id: rule.id, rule_id: same.rule_id, rule, step: "said_here", why };
    }
    return {
      id: rule.id,
      rule_id: id,
      step,
      rule,
      words,
      why: "",
      warnings: checkRuleText(words.text),
      seen: step === "propose" ? ((await findSeen(words)) ?? null) : null,
      conflicts: related.filter(({ relation }) => relation === "conflict"),
    };
  }
};

/** The rules with these ids, or the only ones whose ids start with them. */
function chooseRules(
  { rules, name }: RulePack,
  only: readonly string[],
): Result<readonly PackRule[], PackRefusal> {
  const chosen = new Set<PackRule>();
  for (const id of only) {
    const matches = rules.filter((rule) => id !== "" && rule.id.startsWith(id));
    const match = matches.find((rule) => rule.id === id) ?? (matches.length === 1 ? matches[0] : undefined);
    if (match === undefined) {
      const many = matches.length === 0 ? "no rule" : `${matches.length} rules whose ids start with`;
      return fail({ code: "pack_rule_not_found", message: `the pack ${name} has ${many} ${id}` });
    }
    chosen.add(match);
  }
  return ok(rules.filter((rule) => chosen.has(rule)));
}

/** Rules that an earlier version of the pack had. What people changed here is theirs. */
const gone = (pack: RulePack, known: ReadonlyMap<string, RuleOfPack>): readonly PlannedRule[] =>
  [...known].flatMap(([id, { rule, origin }]): readonly PlannedRule[] => {
    if (pack.rules.some((each) => each.id === id) || !isOpen(rule) || origin.changed === true) return [];
    const { text } = presentVersion(rule);
    const at = { id, rule_id: rule.id, text };
    if (rule.in_force === null) return [{ ...at, step: "withdraw", why: "the pack no longer has it" }];
    return rule.flag === null ? [{ ...at, step: "flag", why: "the pack no longer has it" }] : [];
  });

const standingOf = ({ pending, in_force }: Rule): string =>
  pending === null
    ? "in force"
    : in_force === null
      ? "waits for approval"
      : "in force, and a change waits for approval";

/** Where a source leads, whatever its version. */
function placeOf(source: string): string {
  const parsed = parsePackSource(source);
  return parsed.ok ? packPlace(parsed.value) : source;
}

const sameWords = (a: RuleText, b: RuleText): boolean => wordsKey(a) === wordsKey(b);

const wordsKey = ({ type, text, reason, scope }: RuleText): string =>
  JSON.stringify([type, text === "" ? "" : ruleTextKey(text), reason, scope.paths]);

/** The origin that a planned rule gets. */
export const originOf = ({ pack, integrity, source }: PackPlan, rule: PackRule): PackOrigin => ({
  name: pack.name,
  version: pack.version,
  integrity,
  source,
  rule: rule.id,
  evidence: rule.evidence,
});

/** The version that a change of a rule is based on. */
export const baseVersion = (rule: Rule): number =>
  findVersion(rule, rule.pending ?? rule.in_force)?.version ?? 0;
