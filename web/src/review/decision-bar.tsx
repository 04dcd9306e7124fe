import { Mark } from "../marks/mark.tsx";
import { Button } from "../parts/button.tsx";
import { ReadFor } from "./read-for.tsx";
import type { Outcome } from "./submission.ts";
import type { ReadingTime } from "./use-reading-time.ts";

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘↵" : "ctrl ↵";

const MARKS = { approved: "stet", rejected: "dele", approved_with_changes: "caret" } as const;

/** One sentence on what the solid button will do, and the other answers beside it. */
export function DecisionBar({
  agent,
  primary,
  words,
  hasEdits,
  time,
  decide,
  edit,
}: {
  readonly agent: string;
  readonly primary: Outcome;
  /** What the solid button will do, after its name. */
  readonly words: string;
  readonly hasEdits: boolean;
  readonly time: ReadingTime;
  readonly decide: (outcome: Outcome) => void;
  readonly edit: () => void;
}) {
  const names: Readonly<Record<Outcome, string>> = {
    approved: hasEdits || primary === "rejected" ? "Approve as written" : "Approve",
    rejected: "Reject",
    approved_with_changes: "Approve with changes",
  };
  const shorts: Readonly<Record<Outcome, string>> = {
    approved: "Approve",
    rejected: "Reject",
    approved_with_changes: "With changes",
  };
  const keys: Readonly<Record<Outcome, string | undefined>> = {
    approved: "a",
    rejected: "r",
    approved_with_changes: undefined,
  };
  const offered: readonly Outcome[] = hasEdits
    ? ["rejected", "approved", "approved_with_changes"]
    : ["rejected", "approved"];
  const button = (outcome: Outcome) => {
    const hint = outcome === primary ? MOD : keys[outcome];
    return (
      <Button
        key={outcome}
        kind={outcome === primary ? "solid" : "plain"}
        className="max-one:flex-1 max-one:justify-center max-one:gap-1.5 max-one:px-1.5 max-one:text-second"
        {...(hint === undefined ? {} : { hint })}
        mark={<Mark name={MARKS[outcome]} tone={outcome === primary ? "current" : "ink"} />}
        onClick={() => decide(outcome)}
      >
        <span className="max-one:hidden">{names[outcome]}</span>
        <span className="one:hidden">{shorts[outcome]}</span>
      </Button>
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-1">
      <p className="min-w-[280px] flex-1 text-second text-ink-2 max-one:hidden">
        <b className="font-semibold text-ink">{names[primary]}</b> {words} <ReadFor time={time} />
      </p>
      <div role="group" aria-label={`Answer ${agent}`} className="flex gap-2 max-one:w-full max-one:gap-1.5">
        {hasEdits ? null : (
          <Button
            hint="e"
            mark={<Mark name="caret" />}
            className="max-one:flex-1 max-one:justify-center max-one:gap-1.5 max-one:px-1.5 max-one:text-second"
            onClick={edit}
          >
            Edit
          </Button>
        )}
        {offered.filter((outcome) => outcome !== primary).map(button)}
        {button(primary)}
      </div>
    </div>
  );
}
