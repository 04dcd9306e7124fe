import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useKept } from "../hooks/use-draft-state.ts";
import { Labelled, Told } from "../components/form-field.tsx";
import { capital, percent, type Standing, versionName } from "./rollout.ts";
import { needsReason, type StepName } from "./step.ts";
import { queryKeys } from "../api/query-keys.ts";

const OPERATIONS = {
  advance: "advanceRollout",
  promote: "promoteRollout",
  roll_back: "rollBackRollout",
} as const;

/** Says what the step does, and asks why where the health does not speak for it. */
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
  // What is agreed to is what was shown, whatever happens meanwhile.
  const [shown] = useState(standing);
  const { rollout, decision } = shown;
  const [reason, setReason, forget] = useKept(`${step}.${rollout.id}.${rollout.revision}`, "");
  const isNeeded = needsReason(shown, step);
  const take = useMutation({
    mutationFn: () => {
      const said = reason.trim();
      return api(OPERATIONS[step], {
        params: { rollout_id: rollout.id },
        body: said === "" ? {} : { reason: said },
        ifMatch: String(rollout.revision),
      });
    },
    onSuccess: async () => {
      forget();
      await queries.invalidateQueries({ queryKey: queryKeys.rollouts.all() });
      close();
    },
    onError: () => queries.invalidateQueries({ queryKey: queryKeys.rollouts.all() }),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    take.mutate();
  };
  const { title, effect, verb } = wordsOf(shown, step);
  return (
    <Dialog title={title} close={close}>
      <form className="grid gap-4" onSubmit={send}>
        <p className="text-ink-2">{effect}</p>
        {isNeeded && step !== "roll_back" ? (
          <div className="border-l-[3px] border-red pl-3">
            <p className="font-medium">The health does not speak for it.</p>
            <ul className="text-second text-ink-2">
              {decision.reasons.map(({ code, message }) => (
                <li key={code}>{capital(message)}.</li>
              ))}
            </ul>
          </div>
        ) : null}
        <Labelled
          label={isNeeded ? "Why" : "Why (may be left out)"}
          help={isNeeded ? "It stands in the history beside your name." : undefined}
        >
          {(given) => (
            <textarea
              {...given}
              className="field serif min-h-20 text-quote"
              autoFocus
              required={isNeeded}
              maxLength={2_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
        <Told error={take.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Leave it
          </Button>
          <Button kind="solid" type="submit" disabled={take.isPending || (isNeeded && reason.trim() === "")}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
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
