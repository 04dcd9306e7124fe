import { useSyncExternalStore } from "react";

const KEY = "emend.letter-keys";
const watchers = new Set<() => void>();
let isOn = read();

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export const areLetterKeysOn = (): boolean => isOn;

export function setLetterKeys(next: boolean): void {
  isOn = next;
  try {
    if (next) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const watch of watchers) watch();
}

export const useLetterKeys = (): boolean =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => isOn,
  );

/** `a`, `/` and `g i`, but not `Escape` or `mod+enter`. */
export const isLetterKey = (keys: string): boolean => keys.split(" ").every((key) => /^[!-~]$/.test(key));
