import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import { defined, orUndefined } from "../lib/defined.ts";
import { capital, percent, type Standing, versionName } from "./rollout.ts";
import { needsReason, type StepName } from "./step.ts";

const OPERATIONS = {
  advance: "advanceRollout",
  promote: "promoteRollout",
  roll_back: "rollBackRollout",
} as const;

/** Explains a step; a step that the health checks do not recommend needs a reason. */
export function TakeStep({
  standing,
  step,
  close,
}: {
  readonly standing: Standing;
  readonly step: StepName;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  // People confirm what they were shown, whatever changes in the meantime.
  const [shown] = useState(standing);
  const { rollout, decision } = shown;
  const isRequired = needsReason(shown, step);
  const { title, effect, verb } = wordsOf(shown, step);
  return (
    <ReasonDialog
      draft={`${step}.${rollout.id}.${rollout.revision}`}
      title={title}
      explain={effect}
      label={isRequired ? "Reason, shown in the history with your name" : "Reason (optional)"}
      action={verb}
      isRequired={isRequired}
      send={async (reason) => {
        const take = api(OPERATIONS[step], {
          params: { rollout_id: rollout.id },
          body: defined({ reason: orUndefined(reason) }),
          ifMatch: String(rollout.revision),
        });
        await take.finally(() => queries.invalidateQueries({ queryKey: queryKeys.rollouts.all() }));
      }}
      close={close}
    >
      {isRequired && step !== "roll_back" ? (
        <div className="border-l-[3px] border-red pl-3">
          <p className="font-medium">The health checks do not support this step.</p>
          <ul className="text-second text-ink-2">
            {decision.reasons.map(({ code, message }) => (
              <li key={code}>{capital(message)}.</li>
            ))}
          </ul>
        </div>
      ) : null}
    </ReasonDialog>
  );
}

function wordsOf({ rollout }: Standing, step: StepName) {
  const { candidate, baseline, slice, next_slice } = rollout;
  const name = versionName(candidate, baseline);
  const old = versionName(baseline, candidate);
  if (step === "advance") {
    const to = percent(next_slice ?? 1);
    return {
      title: `Widen ${name} to ${to}?`,
      effect: `${to} of reviews will be asked in ${name}, now ${percent(slice)}. The rest stays with ${old}.`,
      verb: `Widen to ${to}`,
    };
  }
  if (step === "promote") {
    return {
      title: `Promote ${name}?`,
      effect: `${capital(name)} becomes the version for every review, in place of ${old}. It can still be rolled back.`,
      verb: "Promote",
    };
  }
  return {
    title: `Roll back to ${old}?`,
    effect: `Every review is asked in ${old} again, at once. ${capital(name)} can be brought in anew by another rollout.`,
    verb: "Roll back",
  };
}
