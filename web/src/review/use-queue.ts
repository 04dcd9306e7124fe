import { useQuery, queryOptions } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { usePendingDecisions } from "../inbox/pending-decisions.ts";
import type { Search } from "../router.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { withoutEdit } from "./pending-line.tsx";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

export function useQueue(id: string): {
  readonly position: QueuePosition;
  readonly next: string | null;
  readonly go: (submission: string) => void;
} {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: queue = [] } = useQuery(queueQuery(search));
  const { hidden } = usePendingDecisions();
  const position = findPosition(queue, id, hidden);
  const go = (submission: string): void =>
    void navigate({ to: "/inbox/$submission", params: { submission }, search: withoutEdit(search) });
  useKeys([
    {
      keys: "j",
      label: "next submission",
      run: () => position.next !== null && go(position.next),
      isSafe: true,
    },
    {
      keys: "k",
      label: "previous submission",
      run: () => position.previous !== null && go(position.previous),
      isSafe: true,
    },
  ]);
  return { position, next: nextAfter(queue, id, hidden), go };
}

const LIMIT = 100;

const queueQuery = ({ gate, agent }: Search) =>
  queryOptions({
    queryKey: queryKeys.submissions.queue(gate ?? "", agent ?? ""),
    queryFn: async ({ signal }) => {
      const { items } = await api("listSubmissions", { query: { limit: LIMIT, gate, agent }, signal });
      return items.map(({ id }) => id);
    },
  });

export interface QueuePosition {
  readonly at: number | null;
  readonly of: number;
  readonly next: string | null;
  readonly previous: string | null;
}

function findPosition(queue: readonly string[], id: string, hidden: ReadonlySet<string>): QueuePosition {
  const waiting = queue.filter((one) => one === id || !hidden.has(one));
  const at = waiting.indexOf(id);
  return {
    at: at === -1 ? null : at + 1,
    of: waiting.length,
    next: waiting[at + 1] ?? null,
    previous: waiting[at - 1] ?? null,
  };
}

const nextAfter = (queue: readonly string[], id: string, hidden: ReadonlySet<string>): string | null =>
  findPosition(queue, id, hidden).next ?? queue.find((one) => one !== id && !hidden.has(one)) ?? null;
