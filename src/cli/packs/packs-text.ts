import type { AppliedRule } from "../../app/rule-pack/apply-pack.ts";
import type { PackPlan, PlannedRule } from "../../app/rule-pack/plan-pack.ts";
import { packEvidenceText } from "../../core/rule/pack-origin.ts";
import { RULE_ID } from "../../core/rule/rule.ts";
import { cut, formatCount, renderIndented, shortId } from "../terminal/plain-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Paint } from "../terminal/style.ts";
import type { LoadedPack } from "./load-pack.ts";

interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

/** The number of quotes and conflicts that are shown for a rule. */
const MAX_SHOWN = 3;
/** Some terminals say that they have no width. */
const LEAST_WIDTH = 40;

const STEP_WORDS = {
  propose: "new",
  amend: "changed in the pack",
  unchanged: "here already",
  said_here: "not proposed",
  answered: "not proposed",
  changed_here: "not proposed",
  withdraw: "proposal will be withdrawn",
  flag: "in force; people will be asked to retire it",
} as const satisfies Record<PlannedRule["step"], string>;

/** What a pack contains, and what would become of each rule. */
export function planText(plan: PackPlan, { pack, resolved }: LoadedPack, layout: Layout): string {
  const { width, paint } = layout;
  const about = pack.description === "" ? "" : renderIndented(pack.description, width, 0);
  return [
    `${paint("bold", safeLine(`${pack.name} ${pack.version}`))}  ${safeLine(pack.license)}\n`,
    about,
    `from ${safeLine(resolved)}\n\n`,
    ...plan.rules.map((planned) => plannedText(plan, planned, layout)),
  ].join("");
}

function plannedText({ pack }: PackPlan, planned: PlannedRule, { width, paint }: Layout): string {
  const { id, step, why } = planned;
  const text = "rule" in planned ? planned.rule.text : planned.text;
  const note = `${STEP_WORDS[step]}${why === "" ? "" : `: ${why}`}`;
  const head =
    renderIndented(text, width, 2) +
    paint("dim", renderIndented(`${shownId(id)} in the pack, ${note}`, width, 4));
  if (!("words" in planned)) return head;
  const { rule, conflicts, warnings, seen } = planned;
  const { paths, agents } = planned.words.scope;
  const checks = rule.checks.length === 0 ? "no check" : formatCount(rule.checks.length, "check");
  const details = [
    `for ${agents.length === 0 ? "every agent" : agents.join(", ")}, in ${paths.length === 0 ? "every file" : paths.join(", ")}; ${checks}`,
    packEvidenceText({ name: pack.name, evidence: rule.evidence }),
    ...(seen === null ? [] : [`here: the same mistake was corrected ${formatCount(seen.size, "time")}`]),
    ...(rule.evidence.quotes ?? []).slice(0, MAX_SHOWN).map((quote) => `“${quote}”`),
  ];
  const remarks = [
    ...warnings.map(({ message }) => `about the text: ${message}`),
    ...conflicts
      .slice(0, MAX_SHOWN)
      .map(
        ({ rule_id, text: other, reasons }) =>
          `conflicts with ${shortId(rule_id)} “${other}”: ${reasons[0] ?? ""}`,
      ),
  ];
  return [
    head,
    ...details.map((line) => renderIndented(line, width, 4)),
    ...remarks.map((line) => paint("yellow", renderIndented(line, width, 4))),
  ].join("");
}

/** What the plan does, for the question; empty if there is nothing to do. */
export function planSummary({ rules }: PackPlan): string {
  const count = (...steps: readonly PlannedRule["step"][]): number =>
    rules.filter(({ step }) => steps.includes(step)).length;
  const [proposed, withdrawn, flagged] = [count("propose", "amend"), count("withdraw"), count("flag")];
  return [
    proposed === 0 ? "" : `propose ${formatCount(proposed, "rule")}`,
    withdrawn === 0 ? "" : `withdraw ${formatCount(withdrawn, "proposal")}`,
    flagged === 0 ? "" : `ask people to retire ${formatCount(flagged, "rule")}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Ids that Emend made are long. */
const shownId = (id: string): string => (RULE_ID.test(id) ? shortId(id) : id);

/** What was done. */
export function appliedText({ rules }: PackPlan, applied: readonly AppliedRule[], width: number): string {
  const done = applied.filter(({ refused }) => refused === null);
  const of = (...steps: readonly AppliedRule["step"][]): readonly AppliedRule[] =>
    done.filter(({ step }) => steps.includes(step));
  const proposed = of("propose", "amend");
  const checks = done.reduce((sum, each) => sum + each.checks.length, 0);
  const [withdrawn, flagged] = [of("withdraw").length, of("flag").length];
  const parts = [
    proposed.length + checks === 0 ? "" : `proposed ${formatCount(proposed.length, "rule")}`,
    checks === 0 ? "" : `drafted ${formatCount(checks, "check")}`,
    withdrawn === 0 ? "" : `withdrew ${formatCount(withdrawn, "proposal")}`,
    flagged === 0 ? "" : `flagged ${formatCount(flagged, "rule")}`,
  ].filter((part) => part !== "");
  return [
    parts.length === 0 ? "nothing to propose\n" : `${parts.join(", ")}\n`,
    ...proposed.map(({ rule_id }) => {
      const planned = rules.find((each) => each.rule_id === rule_id);
      const text = planned !== undefined && "rule" in planned ? planned.rule.text : "";
      return `  ${cut(`${shortId(rule_id)}  ${text}`, Math.max(LEAST_WIDTH, width - 2))}\n`;
    }),
    proposed.length === 0
      ? ""
      : `Next: emend rules show ${proposed.length === 1 ? shortId(proposed[0]!.rule_id) : "<id>"}, then approve or reject it\n`,
  ].join("");
}

/** For standard error: what could not be done. */
export const troubleLines = (applied: readonly AppliedRule[]): readonly string[] =>
  applied.flatMap(({ id, refused, left_out }) => [
    ...(refused === null
      ? []
      : [`${safeLine(id)}: ${safeLine(refused.message)} [${safeLine(refused.code)}]`]),
    ...left_out.map((message) => `${safeLine(id)}: a check of the pack is left out: ${safeLine(message)}`),
  ]);
