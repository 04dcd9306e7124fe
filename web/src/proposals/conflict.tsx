import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { effectQuery } from "../rules/rule-queries.ts";
import { Mark } from "../components/mark.tsx";
import { Section } from "../components/section.tsx";
import { withUnit } from "../components/time.tsx";
import { clashingSpans } from "./clashing-spans.ts";
import type { Proposal, Related } from "./proposal-queries.ts";
import type { Settled } from "./use-settling.ts";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize } from "../lib/format.ts";

const TITLES = {
  conflict: {
    in_force: "Contradicts an active rule",
    pending: "Contradicts another proposal",
  },
  duplicate: { in_force: "Says the same as an active rule", pending: "Says the same as another proposal" },
} as const;

const UNDERLINED = "underline decoration-red decoration-2 underline-offset-4";

const describeReason = ([reason = "they are about the same thing"]: readonly string[]): string =>
  capitalize(reason.replace("the first", "this one").replace("the second", "the other"));

export function Conflict({
  proposal,
  related,
  choice,
  settle,
  isLast,
  modify,
}: {
  readonly proposal: Proposal;
  readonly related: Related;
  readonly choice: Settled | undefined;
  readonly settle: (choice: Settled) => void;
  readonly isLast: boolean;
  readonly modify?: (() => void) | undefined;
}) {
  const { relation, standing, score, reasons, opposed, text } = related;
  const isConflict = relation === "conflict";
  return (
    <div className="relative">
      <span className="absolute top-3 -left-[54px] max-md:hidden">
        <Mark name={isConflict ? "tr" : "close"} tone={isConflict ? "red" : "ink"} />
      </span>
      <Section
        title={TITLES[relation][standing]}
        end={`${relation}, ${withUnit(Math.round(score * 100), "%")} confidence`}
      >
        <div className="grid gap-4 md:grid-cols-2 md:gap-0">
          <div className="md:pr-6">
            <p className="mb-1 text-meta text-ink-3">This proposal</p>
            <p className="serif text-rule leading-6">
              <VisibleText
                isOneLine
                text={proposal.version.text}
                spans={clashingSpans(proposal.version.text, isConflict ? opposed.map(({ a }) => a) : [])}
                mark={UNDERLINED}
              />
            </p>
          </div>
          <div className="md:border-l md:border-hair-2 md:pl-6">
            <p className="mb-1 text-meta text-ink-3">
              {standing === "in_force" ? (
                <Link to="/rules/$rule" params={{ rule: related.rule_id }}>
                  In force, version {related.version}
                </Link>
              ) : (
                <Link to="/proposals/$rule" params={{ rule: related.rule_id }}>
                  Also waiting, version {related.version}
                </Link>
              )}
            </p>
            <p className="serif text-rule leading-6">
              <VisibleText
                isOneLine
                text={text}
                spans={clashingSpans(text, isConflict ? opposed.map(({ b }) => b) : [])}
                mark={UNDERLINED}
              />
            </p>
          </div>
        </div>
        <p className="mt-2 text-second text-ink-2">{describeReason(reasons)}.</p>
        {standing === "in_force" && modify !== undefined ? (
          <Settle related={related} choice={choice} settle={settle} isLast={isLast} modify={modify} />
        ) : null}
        {standing === "pending" && modify !== undefined ? (
          <p className="mt-2 text-second text-ink-2">
            Reject one of the two, or{" "}
            <button type="button" className="quiet" onClick={modify}>
              change this one
            </button>{" "}
            so that agents can follow both.
          </p>
        ) : null}
      </Section>
    </div>
  );
}

const RADIO =
  "mt-0.5 grid size-4 shrink-0 appearance-none place-content-center rounded-full border border-edge bg-sheet before:size-1.5 before:rounded-full checked:border-[5px] checked:border-ink disabled:border-dotted";

function Settle({
  related,
  choice,
  settle,
  isLast,
  modify,
}: {
  readonly related: Related;
  readonly choice: Settled | undefined;
  readonly settle: (choice: Settled) => void;
  readonly isLast: boolean;
  readonly modify: () => void;
}) {
  const name = useId();
  const { data } = useQuery(effectQuery(related.rule_id, true));
  return (
    <fieldset data-settle className="mt-3 grid gap-2">
      <legend className="mb-2 font-medium">What should happen to the other rule?</legend>
      <label className="flex items-start gap-3">
        <input
          type="radio"
          name={name}
          className={RADIO}
          checked={choice === "keep"}
          onChange={() => settle("keep")}
        />
        <span>
          Keep both{" "}
          <span className="text-second text-ink-2">
            {isLast ? "agents get both texts" : "the last approver decides"}
          </span>
        </span>
      </label>
      <label className="flex items-start gap-3">
        <input
          type="radio"
          name={name}
          className={RADIO}
          checked={choice === "retire"}
          disabled={!isLast}
          onChange={() => settle("retire")}
        />
        <span className={isLast ? "" : "text-ink-3"}>
          Retire the other rule when this one takes effect{" "}
          <span className="text-second text-ink-2">
            {isLast
              ? data === undefined
                ? ""
                : data.effect.rationale
              : "only the last approver can choose this"}
          </span>
        </span>
      </label>
      <p className="pl-7 text-second text-ink-2">
        Or{" "}
        <button type="button" className="quiet" onClick={modify}>
          change this one
        </button>
        . It becomes a new version and needs new approvals.
      </p>
    </fieldset>
  );
}
