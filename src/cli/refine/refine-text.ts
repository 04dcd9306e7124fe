import type { OmittedAction } from "../../core/prompt/apply-actions.ts";
import type { FeedbackDocument } from "../../core/prompt/read-feedback-document.ts";
import { TARGET_SCORE, type PromptScore } from "../../core/prompt/score-prompt.ts";
import type { Refinement } from "../../core/prompt/refine-prompt.ts";
import type { Signal } from "../../core/signal/signal.ts";
import type { Paint } from "../terminal/style.ts";

/** What was heard in a text. */
export const renderHeard = (signal: Signal | undefined): string =>
  signal === undefined
    ? "signal    no failure in the feedback; the prompt is unchanged\n"
    : `signal    ${signal.type} (confidence ${signal.confidence.toFixed(2)})\n`;

/** What was taken from an actionable-feedback document. */
export function renderDocumentHeard({ signals, verdict, unfit, beyond }: FeedbackDocument): string {
  const items = (count: number): string => `${count} ${count === 1 ? "item" : "items"}`;
  const lines = [
    `signal    ${items(signals.length)} of a feedback document (verdict ${verdict})${signals.length === 0 ? "; the prompt is unchanged" : ""}`,
    ...(verdict === "escalate"
      ? ["          the document asks for a person to decide, not for another attempt"]
      : []),
    ...(unfit > 0 ? [`left out  ${items(unfit)} that are not actionable; see \`emend feedback lint\``] : []),
    ...(beyond > 0
      ? [`left out  ${items(beyond)} after the worst ${signals.length}; refine again later`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What was done about what was heard, and what that changed. */
export function renderAccount(refinement: Refinement, before: PromptScore, after: PromptScore): string {
  if (refinement.feedback_type === null) return "";
  const gained = after.criteria.filter((each, index) => each.earned > (before.criteria[index]?.earned ?? 0));
  const { score_before, score_after, actions_applied } = refinement;
  return [
    `applied   ${actions_applied.length === 0 ? "nothing; the prompt is unchanged" : actions_applied.join(", ")}`,
    ...renderOmitted(refinement.actions_omitted),
    score_before === score_after
      ? `score     ${score_after} of 10, as before`
      : `score     ${score_before} → ${score_after} of 10`,
    ...gained.map(
      (each) => `          +${each.earned - earnedBefore(before, each.id)} ${each.id}: ${each.purpose}`,
    ),
    "",
  ].join("\n");
}

/** What --log kept. */
export const renderKept = (entries: number): string =>
  entries === 0
    ? "logged    nothing, because no action was applied\n"
    : `logged    ${entries} ${entries === 1 ? "iteration" : "iterations"}; see \`emend refinements list\`\n`;

const earnedBefore = (score: PromptScore, id: string): number =>
  score.criteria.find((each) => each.id === id)?.earned ?? 0;

function renderOmitted(omitted: readonly OmittedAction[]): readonly string[] {
  const lines = [
    { reason: "fact_missing", why: "the feedback lacks the facts they need" },
    { reason: "already_said", why: "the prompt already says it" },
  ];
  return lines.flatMap(({ reason, why }) => {
    const actions = omitted.filter((each) => each.reason === reason).map((each) => each.action);
    return actions.length === 0 ? [] : [`left out  ${actions.join(", ")}: ${why}`];
  });
}

/** The rubric as a table, with a hint for every point that is missing. */
export function renderRubric({ score, criteria }: PromptScore, paint: Paint): string {
  const rows = criteria.map((each) => {
    const full = each.earned === each.points;
    const points = paint(full ? "green" : "yellow", `${each.earned}/${each.points}`);
    const hint = full ? "" : `\n                     ${paint("dim", each.hint)}`;
    return `  ${points}  ${each.id.padEnd(14)}${each.purpose}${hint}`;
  });
  const verdict = score >= TARGET_SCORE ? "" : `; the target is ${TARGET_SCORE}`;
  return `${paint("bold", `${score} of 10`)}${verdict}\n\n${rows.join("\n")}\n`;
}
