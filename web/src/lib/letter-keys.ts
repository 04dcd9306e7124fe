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

/** Whether a single letter, digit or sign does something by itself. Speech input and stray keys are why some people turn that off. */
export const areLetterKeysOn = (): boolean => isOn;

/** Kept in this browser. */
export function setLetterKeys(next: boolean): void {
  isOn = next;
  try {
    if (next) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage the choice lasts as long as the page.
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
