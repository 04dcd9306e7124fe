import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body, Inset } from "../components/gutter.tsx";
import { Button } from "../components/button.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { Page } from "../shell/page.tsx";
import { isRunning } from "./rollout.ts";
import { RolloutIndex } from "./rollout-index.tsx";
import { RolloutSheet } from "./rollout-sheet.tsx";
import { StartRollout } from "./start-rollout.tsx";
import { VersionHealth } from "./version-health.tsx";
import { queryKeys } from "../api/query-keys.ts";

export function RolloutsPage() {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const { rollout: requestedId } = useSearch({ strict: false });
  const [isStarting, setStarting] = useState(false);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.rollouts.list(),
    queryFn: ({ signal, pageParam }) =>
      api("listRollouts", {
        query: { limit: 50, after: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const mayLead = may(session, "approve");
  const rollouts = data?.pages.flatMap(({ items }) => items) ?? [];
  const id = requestedId ?? (rollouts.find(isRunning) ?? rollouts[0])?.id;
  const move = (by: number): void => {
    const at = rollouts.findIndex((each) => each.id === id);
    const next = rollouts[Math.max(0, Math.min(rollouts.length - 1, at + by))];
    if (next !== undefined) void navigate({ to: "/rollouts", search: { rollout: next.id }, replace: true });
  };
  useKeys([
    { keys: "j", label: "next rollout", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous rollout", run: () => move(-1), isSafe: true },
    ...(mayLead ? [{ keys: "n", label: "start a rollout", run: () => setStarting(true) }] : []),
  ]);
  const start = mayLead ? (
    <Button hint="n" onClick={() => setStarting(true)}>
      Start a rollout
    </Button>
  ) : (
    <p className="text-second text-ink-2">Only approvers and administrators can start rollouts.</p>
  );
  const index = (
    <RolloutIndex
      rollouts={rollouts}
      chosen={id}
      start={start}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
  const dialog = isStarting ? <StartRollout close={() => setStarting(false)} /> : null;
  if (id !== undefined) {
    return (
      <>
        <RolloutSheet key={id} id={id} index={index} />
        {dialog}
      </>
    );
  }
  return (
    <Page
      title="Rollouts"
      heading="Rollouts"
      standfirst="Introduce a new prompt or schema version step by step."
    >
      <Inset>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <Failed error={error} retry={() => void refetch()} />}
      </Inset>
      {data === undefined ? null : (
        <>
          <Inset>
            <Empty title="No rollouts yet.">
              <p className="mb-4">
                A rollout uses a new prompt or schema version for a small share of reviews, checks that its
                answers are valid, and then widens step by step or rolls back.
              </p>
              {start}
            </Empty>
          </Inset>
          <Body>
            <VersionHealth />
          </Body>
        </>
      )}
      {dialog}
    </Page>
  );
}
