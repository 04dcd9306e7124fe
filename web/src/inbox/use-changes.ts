import { useMemo, useState } from "react";
import { useLive } from "../api/live.ts";
import type { InboxFilter } from "./inbox-filter.ts";
import type { Listed } from "./submission-queries.ts";

export interface Change {
  readonly id: string;
  readonly agent: string;
  readonly gate: string;
  readonly status: "waiting" | "decided" | "withdrawn";
}

export interface Changes {
  readonly arrived: readonly Change[];
  readonly gone: ReadonlyMap<string, Change>;
  readonly mayBeStale: boolean;
  readonly markStale: () => void;
  readonly forget: () => void;
}

const NOTHING: ReadonlyMap<string, Change> = new Map();

export function useChanges(filter: InboxFilter, items: readonly Listed[]): Changes {
  const [changes, setChanges] = useState(NOTHING);
  const [mayBeStale, setMayBeStale] = useState(false);
  useLive(({ type, data }) => {
    if (type === "reset") setMayBeStale(true);
    if (type !== "emend.submission.changed") return;
    const change = data as unknown as Change;
    setChanges((known) => new Map(known).set(change.id, change));
  });
  const { view, gate, agent } = filter;
  const { arrived, gone } = useMemo(() => {
    if (changes.size === 0) return { arrived: [], gone: NOTHING };
    const shown = new Set(items.map(({ id }) => id));
    const wantedStatus = view === "decided" ? "decided" : "waiting";
    const all = [...changes.values()];
    return {
      arrived: all.filter(
        (one) =>
          view !== "past-due" &&
          one.status === wantedStatus &&
          !shown.has(one.id) &&
          (gate === undefined || one.gate === gate) &&
          (agent === undefined || one.agent === agent),
      ),
      gone: new Map(
        all
          .filter(({ id, status }) => view !== "decided" && status !== "waiting" && shown.has(id))
          .map((one) => [one.id, one]),
      ),
    };
  }, [changes, items, view, gate, agent]);
  return {
    arrived,
    gone,
    mayBeStale,
    markStale: () => setMayBeStale(true),
    forget: () => {
      setChanges(NOTHING);
      setMayBeStale(false);
    },
  };
}
