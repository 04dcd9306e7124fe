import { Mark, type MarkName } from "../marks/mark.tsx";
import { OUTCOMES, type Outcome } from "./feedback-search.ts";

const MARKS: Readonly<Record<Outcome, readonly [MarkName, "ink" | "green"]>> = {
  approved: ["stet", "green"],
  approved_with_changes: ["caret", "ink"],
  rejected: ["dele", "ink"],
};

/** What was decided on the work that the words are about; nothing for a mere remark. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome | null }) {
  if (outcome === null) return null;
  const [name, tone] = MARKS[outcome];
  return <Mark name={name} tone={tone} label={OUTCOMES[outcome]} />;
}
