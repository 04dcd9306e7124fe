import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { FormError } from "../components/form-field.tsx";
import { Failed } from "../components/states.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { type CheckHit, hitsQuery } from "./check-queries.ts";

const VERDICTS = { right: "Right", wrong: "Wrong", overridden: "Overridden" } as const;

/** What a check found last, for people to say whether it is right. */
export function CheckHits({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(hitsQuery(id));
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-second font-medium">Found last</h3>
      <ul>
        {data.items.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ul>
    </div>
  );
}

function Hit({ hit }: { readonly hit: CheckHit }) {
  const { data: session } = useQuery(sessionQuery);
  const queries = useQueryClient();
  const judge = useMutation({
    mutationFn: (verdict: "right" | "wrong") =>
      api("judgeCheckHit", { params: { hit_id: hit.id }, body: { verdict } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.checks.hits(hit.check_id) });
      await queries.invalidateQueries({ queryKey: queryKeys.checks.one(hit.check_id) });
    },
  });
  return (
    <li className="border-b border-hair py-2 last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-3 text-meta text-ink-3">
        <span className="mono min-w-0 break-all text-ink">
          {hit.path}:{hit.line}
        </span>
        <Ago time={hit.time} />
        <span>{hit.agent === "" ? "" : hit.agent}</span>
      </p>
      <pre tabIndex={0} aria-label={`Code at ${hit.path}:${hit.line}`} className="mono mt-1 overflow-x-auto">
        <VisibleText text={hit.code} />
      </pre>
      {hit.verdict === null ? (
        may(session, "decide") ? (
          <p className="mt-1 flex gap-2">
            <Button disabled={judge.isPending} onClick={() => judge.mutate("right")}>
              Right
            </Button>
            <Button disabled={judge.isPending} onClick={() => judge.mutate("wrong")}>
              Wrong
            </Button>
          </p>
        ) : null
      ) : (
        <p className={`mt-1 text-second ${hit.verdict === "wrong" ? "text-red" : "text-ink-2"}`}>
          {VERDICTS[hit.verdict]}
          {hit.judged_by === undefined ? "" : `, says ${hit.judged_by}`}
          {hit.reason === undefined ? "" : `: ${hit.reason}`}
        </p>
      )}
      <FormError error={judge.error} />
    </li>
  );
}
