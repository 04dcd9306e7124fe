import { useState } from "react";
import type { Proposal, Related } from "./proposal-queries.ts";

/** What becomes of a rule in force that a proposal contradicts or repeats. */
export type Settled = "keep" | "retire";

/** Remembers what somebody chose for each rule in force that a proposal clashes with; nothing is chosen for them. */
export function useSettling(proposal: Proposal | undefined) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Settled>>(new Map());
  // Other words are another question.
  const keyOf = ({ rule_id, version }: Pick<Related, "rule_id" | "version">): string =>
    [proposal?.rule_id, proposal?.version.version, rule_id, version].join(" ");
  const clashing = proposal?.related.filter(({ standing }) => standing === "in_force") ?? [];
  return {
    choiceOf: (related: Related): Settled | undefined => choices.get(keyOf(related)),
    settle: (related: Related, choice: Settled): void =>
      setChoices(new Map([...choices, [keyOf(related), choice]])),
    open: clashing.find((related) => !choices.has(keyOf(related))),
    retiring: clashing
      .filter((related) => choices.get(keyOf(related)) === "retire")
      .map(({ rule_id }) => rule_id),
  };
}

/** Brings the first question that is still open into sight, with the focus on its first answer. */
export function showOpenQuestion(): void {
  const question = [...document.querySelectorAll("fieldset[data-settle]")].find(
    (one) => one.querySelector("input:checked") === null,
  );
  question?.scrollIntoView({ block: "center" });
  question?.querySelector("input")?.focus({ preventScroll: true });
}
