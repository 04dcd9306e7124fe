import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-field.tsx";

/** Lets the only person here declare that they work alone, so that no rule waits for a second one. */
export function WorkAlone() {
  const queries = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const lone = useQuery({
    queryKey: queryKeys.people.alone(),
    enabled: may(session, "administer"),
    queryFn: ({ signal }) => api("getLonePerson", { signal }),
  });
  const declare = useMutation({
    mutationFn: () => api("workAlone", {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.people.alone() });
      await queries.invalidateQueries({ queryKey: queryKeys.proposals.all() });
    },
  });
  if (lone.data?.may_declare !== true) return null;
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <p className="text-second text-ink-2">
        Nobody else has a login here. If you work alone, your approval is enough until somebody joins.
      </p>
      <Button disabled={declare.isPending} onClick={() => declare.mutate()}>
        I work alone
      </Button>
      <FormError error={declare.error} />
    </div>
  );
}
