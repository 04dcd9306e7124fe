import { useSyncExternalStore } from "react";

const KEY = "emend.seen";
const MAX_IDS = 500;

let seen: ReadonlySet<string> = read();
const watchers = new Set<() => void>();

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(
      Array.isArray(stored) ? stored.filter((id) => typeof id === "string").slice(-MAX_IDS) : [],
    );
  } catch {
    return new Set();
  }
}

export function markSeen(id: string): void {
  if (seen.has(id)) return;
  seen = new Set([...seen, id].slice(-MAX_IDS));
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch {
    // Without storage it is remembered until the page is closed.
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
