import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import { defined, orUndefined } from "../lib/defined.ts";
import { percent, type Standing, versionName } from "./rollout.ts";
import { needsReason, type StepName } from "./step.ts";
import { capitalize } from "../lib/format.ts";

const OPERATIONS = {
  advance: "advanceRollout",
  promote: "promoteRollout",
  roll_back: "rollBackRollout",
} as const;

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
  const { title, effect, verb } = summarize(shown, step);
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
              <li key={code}>{capitalize(message)}.</li>
            ))}
          </ul>
        </div>
      ) : null}
    </ReasonDialog>
  );
}

function summarize({ rollout }: Standing, step: StepName) {
  const { candidate, baseline, slice, next_slice } = rollout;
  const name = versionName(candidate, baseline);
  const old = versionName(baseline, candidate);
  if (step === "advance") {
    const to = percent(next_slice ?? 1);
    return {
      title: `Widen ${name} to ${to}?`,
      effect: `${to} of reviews will use ${name}, up from ${percent(slice)}. The rest stay on ${old}.`,
      verb: `Widen to ${to}`,
    };
  }
  if (step === "promote") {
    return {
      title: `Promote ${name}?`,
      effect: `${capitalize(name)} replaces ${old} for every review. You can still roll back.`,
      verb: "Promote",
    };
  }
  return {
    title: `Roll back to ${old}?`,
    effect: `Every review uses ${old} again, immediately. You can start another rollout of ${name} later.`,
    verb: "Roll back",
  };
}
