import { useSyncExternalStore } from "react";

let open = false;
const watchers = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const watch of watchers) watch();
}

export const openPalette = (): void => set(true);
export const closePalette = (): void => set(false);

export const usePaletteOpen = (): boolean =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => open,
  );
