import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePendingDecisions } from "../inbox/pending-decisions.ts";
import type { Search } from "../router.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { withoutEdit } from "./pending-line.tsx";
import { nextAfter, placeIn, type QueuePlace, queueQuery } from "./queue.ts";

/** Where this one stands in the inbox, and how to go on from it. */
export function useQueue(id: string): {
  readonly place: QueuePlace;
  /** The one to go on with; null where nothing else waits. */
  readonly next: string | null;
  readonly go: (submission: string) => void;
} {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: queue = [] } = useQuery(queueQuery(search));
  const { hidden } = usePendingDecisions();
  const place = placeIn(queue, id, hidden);
  const go = (submission: string): void =>
    void navigate({ to: "/inbox/$submission", params: { submission }, search: withoutEdit(search) });
  useKeys([
    { keys: "j", label: "next submission", run: () => place.next !== null && go(place.next), isSafe: true },
    {
      keys: "k",
      label: "previous submission",
      run: () => place.previous !== null && go(place.previous),
      isSafe: true,
    },
  ]);
  return { place, next: nextAfter(queue, id, hidden), go };
}
