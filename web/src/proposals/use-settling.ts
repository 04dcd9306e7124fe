import { useState } from "react";
import type { Proposal, Related } from "./proposal-queries.ts";

export type Settled = "keep" | "retire";

export function useSettling(proposal: Proposal | undefined) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Settled>>(new Map());
  // A new version asks again.
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

export function showOpenQuestion(): void {
  const question = [...document.querySelectorAll("fieldset[data-settle]")].find(
    (one) => one.querySelector("input:checked") === null,
  );
  question?.scrollIntoView({ block: "center" });
  question?.querySelector("input")?.focus({ preventScroll: true });
}
