import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-field.tsx";
import { ReasonDialog } from "../components/reason-dialog.tsx";
import type { WholeCheck } from "./check-queries.ts";

type Move = "watch" | "nudge" | "block";

const MOVES: readonly { readonly move: Move; readonly to: WholeCheck["state"]; readonly label: string }[] = [
  { move: "watch", to: "watching", label: "Only watch" },
  { move: "nudge", to: "nudging", label: "Tell the agent" },
  { move: "block", to: "blocking", label: "Refuse the edit" },
];

/** Approving a version, and what the check does with what it finds. */
export function CheckActs({ check }: { readonly check: WholeCheck }) {
  const { data: session } = useQuery(sessionQuery);
  const queries = useQueryClient();
  const [isRetiring, setRetiring] = useState(false);
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: queryKeys.checks.one(check.id) });
    await queries.invalidateQueries({ queryKey: queryKeys.rules.one(check.rule_id) });
  };
  const where = { params: { check_id: check.id }, ifMatch: String(check.revision) };
  const act = useMutation({
    mutationFn: async (what: Move | "approve") => {
      const body = { version: check.version };
      if (what === "approve") return api("approveCheck", { ...where, body });
      if (what === "watch") return api("watchCheck", { ...where, body });
      return what === "nudge" ? api("nudgeCheck", { ...where, body }) : api("blockCheck", { ...where, body });
    },
    onSettled: refresh,
  });
  if (check.state === "retired") return null;
  const { required, given, approved_by } = check.approval;
  const isApproved = check.pending === null && check.approval.reached;
  const signed = approved_by.map(({ by }) => by).join(" and ");
  return (
    <div className="mt-3">
      {check.pending === null ? null : (
        <p className="mb-2 text-second text-ink-2">
          Version {check.pending} has {given} of {required} approvals{signed === "" ? "" : `, from ${signed}`}
          .
        </p>
      )}
      {may(session, "approve") ? (
        <div className="flex flex-wrap gap-2">
          {check.pending === null ? null : (
            <Button kind="solid" disabled={act.isPending} onClick={() => act.mutate("approve")}>
              Approve the check
            </Button>
          )}
          {MOVES.filter(({ to, move }) => to !== check.state && (isApproved || move === "watch")).map(
            ({ move, label }) => (
              <Button key={move} disabled={act.isPending} onClick={() => act.mutate(move)}>
                {label}
              </Button>
            ),
          )}
          <Button onClick={() => setRetiring(true)}>Retire the check</Button>
        </div>
      ) : (
        <p className="text-second text-ink-3">Only approvers can decide about a check.</p>
      )}
      <FormError error={act.error} />
      {isRetiring ? (
        <ReasonDialog
          draft={`retire.check.${check.id}.${check.version}`}
          title="Retire this check?"
          explain="It stops at once, and the rule’s text returns to the prompt."
          action="Retire the check"
          send={async (reason) => {
            await api("retireCheck", { ...where, body: { reason } });
            await refresh();
          }}
          close={() => setRetiring(false)}
        />
      ) : null}
    </div>
  );
}
