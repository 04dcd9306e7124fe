import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { Trial } from "./trial-queries.ts";

/** Stops a running trial after asking why. */
export function StopTrial({ trial: { id, state } }: { readonly trial: Trial }) {
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const [isAsking, setAsking] = useState(false);
  const isOffered = state === "running" && may(session, "approve");
  useKeys(isOffered ? [{ keys: "S", label: "stop the trial", run: () => setAsking(true) }] : []);
  if (state !== "running") return null;
  if (!isOffered) return <p className="mt-3 text-second text-ink-3">Only approvers can stop a trial.</p>;
  return (
    <div className="mt-3">
      <Button hint="⇧s" onClick={() => setAsking(true)}>
        Stop the trial
      </Button>
      {isAsking ? (
        <ReasonDialog
          draft={`stop-trial.${id}`}
          title="Stop this trial without a verdict?"
          explain="Every task is given the rule from now on. The evidence so far stays, but the trial cannot be continued."
          action="Stop the trial"
          send={async (reason) => {
            await api("stopTrial", { params: { trial_id: id }, body: { reason } });
            await queries.invalidateQueries({ queryKey: queryKeys.trials.all() });
          }}
          close={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
