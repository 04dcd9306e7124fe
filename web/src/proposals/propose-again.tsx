import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../parts/button.tsx";

/** Proposes a rule once more that expired before enough people had answered. */
export function ProposeAgain({ rule }: { readonly rule: string }) {
  const { data: session } = useQuery(sessionQuery);
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => api("proposeAgain", { params: { rule_id: rule }, body: { reason: "" } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["proposals"] }),
  });
  if (!may(session, "decide")) return null;
  return (
    <span className="ml-3 inline-flex flex-wrap items-center gap-3">
      <Button disabled={again.isPending} onClick={() => again.mutate()}>
        Propose again
      </Button>
      {again.error === null ? null : <span className="font-semibold text-red">{again.error.message}</span>}
    </span>
  );
}
