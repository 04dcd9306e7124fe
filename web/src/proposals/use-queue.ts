import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queueQuery, type Waiting } from "./proposal-queries.ts";

export interface QueueEntry {
  readonly waiting: Waiting;
  readonly isGone: boolean;
}

export function useQueue() {
  const query = useInfiniteQuery(queueQuery);
  const [order, setOrder] = useState<readonly Waiting[] | null>(null);
  const now = new Map(query.data?.pages.flatMap(({ items }) => items).map((item) => [item.rule_id, item]));
  const items = [...now.values()];
  if (query.data !== undefined && items.length > 0 && (order === null || order.length === 0)) setOrder(items);
  const held = order ?? items;
  const heldIds = new Set(held.map(({ rule_id }) => rule_id));
  const entries = held.map((known): QueueEntry => {
    const waiting = now.get(known.rule_id);
    return { waiting: waiting ?? known, isGone: waiting === undefined };
  });
  return {
    entries,
    arrived: items.filter(({ rule_id }) => !heldIds.has(rule_id)).length,
    total: query.data?.pages[0]?.total ?? 0,
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    showNew: () => setOrder(items),
    more: query.hasNextPage
      ? async () => {
          await query.fetchNextPage();
          setOrder(null);
        }
      : undefined,
  };
}
