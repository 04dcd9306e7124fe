import { useSyncExternalStore } from "react";

const KEY = "emend.seen";
const MOST = 500;

/** What somebody has looked at in this browser, the last of it. */
let seen: ReadonlySet<string> = read();
const watchers = new Set<() => void>();

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(-MOST) : []);
  } catch {
    return new Set();
  }
}

export function markSeen(id: string): void {
  if (seen.has(id)) return;
  seen = new Set([...seen, id].slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch {
    // Where nothing can be kept it is known until the page is left.
  }
  for (const watch of watchers) watch();
}

export const useSeen = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => seen,
  );
