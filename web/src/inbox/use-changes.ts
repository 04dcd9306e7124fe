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
  const [heard, setHeard] = useState(NOTHING);
  const [mayBeStale, setDoubtful] = useState(false);
  useLive(({ type, data }) => {
    if (type === "reset") setDoubtful(true);
    if (type !== "emend.submission.changed") return;
    const change = data as unknown as Change;
    setHeard((known) => new Map(known).set(change.id, change));
  });
  const { view, gate, agent } = filter;
  const { arrived, gone } = useMemo(() => {
    if (heard.size === 0) return { arrived: [], gone: NOTHING };
    const shown = new Set(items.map(({ id }) => id));
    const wanted = view === "decided" ? "decided" : "waiting";
    const all = [...heard.values()];
    return {
      arrived: all.filter(
        (one) =>
          view !== "past-due" &&
          one.status === wanted &&
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
  }, [heard, items, view, gate, agent]);
  return {
    arrived,
    gone,
    mayBeStale,
    markStale: () => setDoubtful(true),
    forget: () => {
      setHeard(NOTHING);
      setDoubtful(false);
    },
  };
}
