import { useLayoutEffect, useState } from "react";
import { markSeen } from "./seen.ts";
import type { Listed } from "./submission-queries.ts";

/** Module state, so that coming back from a submission restores the cursor. */
let left: { id: string | undefined; at: number } = { id: undefined, at: 0 };

export interface Cursor {
  readonly current: Listed | undefined;
  readonly follow: number;
  readonly move: (by: number) => void;
  readonly go: (id: string) => void;
  readonly jump: (id: string) => void;
  readonly stay: () => void;
}

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
