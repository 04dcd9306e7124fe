import { useSyncExternalStore } from "react";

type Overlay = "palette" | "help" | null;

let shown: Overlay = null;
const watchers = new Set<() => void>();

function set(next: Overlay): void {
  shown = next;
  for (const watch of watchers) watch();
}

export const openPalette = (): void => set("palette");
export const openHelp = (): void => set("help");
export const closeOverlay = (): void => set(null);

export const useOverlay = (): Overlay =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => shown,
  );
