import type { Check } from "../../core/check/check.ts";
import type { CodeCorrection } from "../../core/check/draft-check.ts";
import { applyCheckCommand, type CheckProblem } from "../../core/check/decide-check.ts";
import { gateCheck, type CheckObjection, type TriedCheck } from "../../core/check/gate-check.ts";
import { checkId, type CheckExample, type CheckTrial, type RuleCheck } from "../../core/check/rule-check.ts";
import { defined } from "../../core/defined.ts";
import type { RuleActor } from "../../core/feedback/feedback.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { effectiveVersion, type Rule } from "../../core/rule/rule.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { CHECK_BUSY, type CheckBusy } from "./decide-check.ts";
import { parsePatterns } from "./prepare-checks.ts";
import { codePatterns } from "../../core/check/match-rule.ts";
import { patternKey } from "../../core/check/code-pattern.ts";
import { CHECK_LANGUAGES } from "../../core/check/language-of-path.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { draftCheck, type DraftCheckParts } from "./draft-check.ts";
import { type FilesToTry, hitsInFiles, type HitsInFilesParts } from "./hits-in-files.ts";
import {
  type CheckEvidence,
  type CheckEvidenceParts,
  type EditedCorrection,
  NO_CORRECTION,
  loadCheckEvidence,
} from "./load-check-evidence.ts";
import { tryCheck } from "./try-check.ts";

export interface DraftRuleCheckParts extends CheckEvidenceParts, DraftCheckParts, HitsInFilesParts {
  readonly rules: Pick<RuleStore, "find" | "inForce" | "pending">;
  readonly checks: CheckStore;
  readonly policy: RulePolicy;
  readonly now: () => string;
  /** Other candidates, such as a language model's. They pass the same gate. */
  readonly propose?: ProposeChecks;
}

export type ProposeChecks = (question: {
  readonly rule: string;
  readonly language: string | undefined;
  readonly corrections: readonly { readonly before: string; readonly after: string }[];
}) => Promise<readonly Check[]>;

export interface RuleCheckDraft {
  readonly by: RuleActor;
  /** A person's own check, instead of one made from the corrections. */
  readonly check?: Check;
  /** What the check has to find and to leave alone, besides the corrections. */
  readonly examples?: readonly CodeCorrection[];
  /** The language of corrections whose file does not say it. */
  readonly language?: string;
  readonly note?: string;
  /** The files of the repository at hand. */
  readonly tree?: () => FilesToTry;
}

/** Why there is no check. */
export interface DraftRefusal {
  readonly code:
    | "rule_not_found"
    | "rule_has_ended"
    | "too_few_corrections"
    | "no_check_found"
    | "check_unreadable"
    | "check_refused";
  readonly message: string;
  readonly objections: readonly CheckObjection[];
}

export interface DraftedCheck {
  readonly check: RuleCheck;
  readonly tried: TriedCheck;
}

const FEWEST = 2;

/**
 * Makes a check for a rule from its corrections, or takes a person's own, and saves it as a draft if it passes the gate.
 * Nothing that fails the gate is saved or offered.
 */
export const draftRuleCheck = (parts: DraftRuleCheckParts) => {
  const load = loadCheckEvidence(parts);
  const draft = draftCheck(parts);
  const attempt = tryCheck(parts);
  const find = hitsInFiles(parts);
  return async (
    ruleId: string,
    question: RuleCheckDraft,
  ): Promise<Result<DraftedCheck, DraftRefusal | CheckProblem | CheckBusy>> => {
    const rule = await parts.rules.find(ruleId);
    if (rule === undefined)
      return refuse("rule_not_found", "there is no such rule; list the rules to see their ids");
    if (rule.in_force === null && rule.pending === null)
      return refuse(
        "rule_has_ended",
        `the rule is ${rule.status}; only a rule that is proposed or in force has checks`,
      );
    const loaded = await load(rule);
    const stored = question.language === undefined ? loaded : assumeLanguage(loaded, question.language);
    const evidence = { ...stored, own: [...stored.own, ...givenExamples(question)] };
    const candidates =
      question.check === undefined ? await candidatesFor(rule, evidence.own) : [question.check];
    if (candidates === undefined)
      return refuse(
        "too_few_corrections",
        `${evidence.own.length === 0 ? "none" : `only ${evidence.own.length}`} of the rule's corrections has code before and after, and a check needs ${FEWEST}; write the check yourself, or wait for more corrections`,
      );
    let objections: readonly CheckObjection[] = [];
    for (const check of candidates) {
      const unreadable = await refuseUnreadable(parts.syntax, check);
      if (unreadable !== undefined) {
        if (question.check !== undefined) return unreadable;
        continue;
      }
      const tried = await attempt(check, evidence);
      const against = gateCheck(tried);
      if (against.length > 0) {
        if (objections.length === 0) objections = against;
        continue;
      }
      const tree = question.tree === undefined ? null : await countHits(rule, check, question.tree());
      // Given examples decide whether a check is offered, and are no corrections.
      const { trial } = question.examples === undefined ? tried : await attempt(check, stored);
      const whole: TriedCheck = { ...tried, trial: { ...trial, tree } };
      const saved = await save(rule, check, whole, question);
      return saved.ok ? ok({ check: saved.value, tried: whole }) : saved;
    }
    if (objections.length === 0)
      return refuse(
        "no_check_found",
        "no pattern finds what the corrections changed without finding what they left; write the check yourself",
      );
    const why = objections.map(({ message }) => message).join("; ");
    return refuse("check_refused", `the check is not offered: ${why}`, objections);
  };

  async function countHits(rule: Rule, check: Check, files: FilesToTry): Promise<CheckTrial["tree"]> {
    const tried = { check_id: checkId(rule.id, check), version: 0, state: "watching", check } as const;
    const { hits, ...counted } = await find(tried, rule, files);
    return { files: counted.files, lines: counted.lines, hits: hits.length };
  }

  /** Best first; undefined if there are too few corrections to make one. */
  async function candidatesFor(
    rule: Rule,
    own: readonly EditedCorrection[],
  ): Promise<readonly Check[] | undefined> {
    const groups = Map.groupBy(own, ({ language }) => language);
    const large = [...groups]
      .filter(([, some]) => some.length >= FEWEST)
      .toSorted((a, b) => b[1].length - a[1].length || byCodeUnits(a[0] ?? "", b[0] ?? ""));
    if (large.length === 0) return undefined;
    const description = effectiveVersion(rule).text;
    const found: Check[] = [];
    for (const [language, corrections] of large) {
      const made = await draft({
        language: language ?? "",
        corrections,
        ...(description === "" ? {} : { description }),
      });
      if (made !== null) found.push(made);
      found.push(...((await parts.propose?.({ rule: description, language, corrections })) ?? []));
    }
    return found;
  }

  async function save(
    rule: Rule,
    check: Check,
    { examples, trial }: TriedCheck,
    { by, note }: RuleCheckDraft,
  ): Promise<Result<RuleCheck, CheckProblem | CheckBusy>> {
    const id = checkId(rule.id, check);
    return retryOnConflict<Result<RuleCheck, CheckProblem>, CheckBusy>(CHECK_BUSY, async () => {
      const state = (await parts.checks.find(id)) ?? null;
      const decided = applyCheckCommand(
        state,
        {
          type: "draft",
          by,
          rule_id: rule.id,
          check,
          examples: shown(examples),
          trial,
          ...defined({ note }),
        },
        { now: parts.now(), policy: parts.policy },
      );
      if (!decided.ok) return decided;
      return (await parts.checks.save(decided.value)) ? ok(decided.value.state) : undefined;
    });
  }
};

/** A pattern that is no code of its language would silently find nothing. */
async function refuseUnreadable(
  syntax: Syntax,
  check: Check,
): Promise<Result<never, DraftRefusal> | undefined> {
  if (check.kind !== "structure") return undefined;
  const { language, rule } = check;
  if ((await syntax.parse(language, "")) === undefined)
    return refuse(
      "check_unreadable",
      `there is no grammar for ${JSON.stringify(language)}; use one of ${CHECK_LANGUAGES.join(", ")}, or a check of words`,
    );
  const trees = await parsePatterns(syntax, language, rule);
  const bad = codePatterns(rule).find((pattern) => !trees.has(patternKey(pattern)));
  return bad === undefined
    ? undefined
    : refuse("check_unreadable", `${JSON.stringify(bad)} is not one piece of ${language} code`);
}

const refuse = (
  code: DraftRefusal["code"],
  message: string,
  objections: readonly CheckObjection[] = [],
): Result<never, DraftRefusal> => fail({ code, message, objections });

/** Those that it finds first, short ones before long ones: they are shown to agents. */
const shown = (examples: readonly CheckExample[]): readonly CheckExample[] =>
  examples.toSorted(
    (a, b) =>
      Number(b.isHit) - Number(a.isHit) ||
      a.before.length + a.after.length - (b.before.length + b.after.length),
  );

/** Examples that come with a check are in its language. */
const givenExamples = ({ check, examples = [] }: RuleCheckDraft): readonly EditedCorrection[] =>
  examples.map(({ before, after }) => ({
    id: NO_CORRECTION,
    before,
    after,
    ...(check?.kind === "structure" ? { language: check.language } : {}),
  }));

/** Corrections whose file says no language are read as if they were in this one. */
const assumeLanguage = (evidence: CheckEvidence, language: string): CheckEvidence => ({
  ...evidence,
  own: evidence.own.map((each) => (each.language === undefined ? { ...each, language } : each)),
});
