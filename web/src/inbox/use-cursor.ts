import { useLayoutEffect, useState } from "react";
import { markSeen } from "./seen.ts";
import type { Listed } from "./submission-queries.ts";

/** Where the cursor was, so that whoever comes back from a submission finds it there, or on the one that came next. */
let left: { id: string | undefined; at: number } = { id: undefined, at: 0 };

export interface Cursor {
  readonly current: Listed | undefined;
  /** Counts the moves by key. */
  readonly follow: number;
  readonly move: (by: number) => void;
  readonly go: (id: string) => void;
  /** As `go`, and the row comes into sight with the focus. */
  readonly jump: (id: string) => void;
  /** Keeps the place, where its row has gone. */
  readonly stay: () => void;
}

/** The row that keys speak to. It is held by its id, so that nothing which comes or goes moves it. */
export function useCursor(rows: readonly Listed[]): Cursor {
  const [id, setId] = useState(() => left.id);
  const [follow, setFollow] = useState(0);
  const found = rows.findIndex((row) => row.id === id);
  const at = found === -1 ? Math.min(left.at, rows.length - 1) : found;
  const current = rows[at];
  useLayoutEffect(() => {
    if (current !== undefined) left = { id: current.id, at };
  });
  const go = (next: string): void => {
    if (current !== undefined && current.id !== next) markSeen(current.id);
    left = { id: next, at: rows.findIndex((row) => row.id === next) };
    setId(next);
  };
  const jump = (next: string): void => {
    go(next);
    setFollow((n) => n + 1);
  };
  return {
    current,
    follow,
    go,
    jump,
    move: (by) => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
      if (next !== undefined) jump(next.id);
    },
    stay: () => setFollow((n) => n + 1),
  };
}
