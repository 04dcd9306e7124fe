import { Mark } from "../components/mark.tsx";
import { Button } from "../components/button.tsx";
import { SUBMIT_KEY } from "../lib/submit-key.ts";
import { type Outcome, OUTCOME_MARKS } from "./submission.ts";
import type { ReadingTime } from "./use-reading-time.ts";
import { useEffect, useState } from "react";
import { withUnit } from "../components/time.tsx";

export function DecisionBar({
  agent,
  primary,
  description,
  hasEdits,
  time,
  decide,
  edit,
}: {
  readonly agent: string;
  readonly primary: Outcome | null;
  readonly description: string;
  readonly hasEdits: boolean;
  readonly time: ReadingTime;
  readonly decide: (outcome: Outcome) => void;
  readonly edit: () => void;
}) {
  const names: Readonly<Record<Outcome, string>> = {
    approved: hasEdits || primary !== "approved" ? "Approve as written" : "Approve",
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
    const hint = outcome === primary ? SUBMIT_KEY : keys[outcome];
    return (
      <Button
        key={outcome}
        kind={outcome === primary ? "solid" : "plain"}
        className="max-md:flex-1 max-md:justify-center max-md:gap-1.5 max-md:px-1.5 max-md:text-second"
        hint={hint}
        mark={<Mark name={OUTCOME_MARKS[outcome]} tone={outcome === primary ? "current" : "ink"} />}
        onClick={() => decide(outcome)}
      >
        <span className="max-md:hidden">{names[outcome]}</span>
        <span className="md:hidden">{shorts[outcome]}</span>
      </Button>
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-1">
      <p className="min-w-[280px] flex-1 text-second text-ink-2 max-md:hidden">
        {primary === null ? null : <b className="font-semibold text-ink">{names[primary]}</b>} {description}{" "}
        <ReadingTimeNote time={time} />
      </p>
      <div role="group" aria-label={`Answer ${agent}`} className="flex gap-2 max-md:w-full max-md:gap-1.5">
        {hasEdits ? null : (
          <Button
            hint="e"
            mark={<Mark name="caret" />}
            className="max-md:flex-1 max-md:justify-center max-md:gap-1.5 max-md:px-1.5 max-md:text-second"
            onClick={edit}
          >
            Edit
          </Button>
        )}
        {offered.filter((outcome) => outcome !== primary).map(button)}
        {primary === null ? null : button(primary)}
      </div>
    </div>
  );
}

function ReadingTimeNote({ time }: { readonly time: ReadingTime }) {
  const [seconds, setSeconds] = useState(() => Math.floor(time.ms() / 1_000));
  const [isRunning, setRunning] = useState(true);
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(Math.floor(time.ms() / 1_000));
      setRunning(time.isRunning());
    }, 1_000);
    return () => clearInterval(timer);
  }, [time]);
  const minutes = Math.floor(seconds / 60);
  const description = [...(minutes === 0 ? [] : [withUnit(minutes, "m")]), withUnit(seconds % 60, "s")];
  return (
    <>
      Read for <b className="font-semibold whitespace-nowrap text-ink">{description.join(" ")}</b>
      {isRunning ? "; paused while you are away." : "; paused after two minutes of inactivity."}
    </>
  );
}
