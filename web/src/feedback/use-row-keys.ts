import { useState } from "react";
import { type KeyAction, useKeys } from "../shell/use-keys.ts";

export function useRowKeys(
  count: number,
  list: string,
  open: (at: number) => void,
  more: (selected: number, select: (at: number) => void) => readonly KeyAction[] = () => [],
): readonly [selected: number, select: (at: number) => void] {
  const [selectedIndex, select] = useState(0);
  const [shown, setShown] = useState(list);
  if (shown !== list) {
    setShown(list);
    select(0);
  }
  const selected = Math.max(0, Math.min(selectedIndex, count - 1));
  useKeys([
    { keys: "j", label: "next", run: () => select(Math.min(count - 1, selected + 1)), isSafe: true },
    { keys: "k", label: "previous", run: () => select(Math.max(0, selected - 1)), isSafe: true },
    { keys: "Enter", label: "open", run: () => (pressFocused() ? undefined : open(selected)) },
    ...more(selected, select),
  ]);
  return [selected, select];
}

/** Enter activates the focused link or button. */
function pressFocused(): boolean {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !at.matches("a, button, summary, [type=checkbox]")) return false;
  at.click();
  return true;
}
