import { useKeys } from "../shell/use-keys.ts";
import { useEffect, useState } from "react";

export interface InboxActs {
  readonly canDecide: boolean;
  readonly move: (by: number) => void;
  readonly open: (edit: boolean) => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly undo: () => void;
  readonly select: () => void;
  readonly clear: () => void;
  readonly showNew: () => void;
  readonly filter: () => void;
}

export function useInboxKeys({ canDecide, move, open, ...acts }: InboxActs): void {
  const isEnterFree = useEnterIsFree();
  useKeys([
    { keys: "j", label: "next", run: () => move(1), isSafe: true },
    { keys: "k", label: "previous", run: () => move(-1), isSafe: true },
    ...(isEnterFree ? [{ keys: "Enter", label: "open", run: () => open(false) }] : []),
    ...(canDecide
      ? [
          { keys: "a", label: "approve", run: acts.approve },
          { keys: "r", label: "reject, with a reason", run: acts.reject },
          { keys: "e", label: "edit and approve with changes", run: () => open(true) },
          { keys: "x", label: "select", run: acts.select },
          { keys: "z", label: "undo the last decision", run: acts.undo, isSafe: true },
          { keys: "Escape", label: "clear the selection", run: acts.clear },
        ]
      : []),
    { keys: "n", label: "show what is new", run: acts.showNew },
    { keys: "f", label: "filter", run: acts.filter },
  ]);
}

/** Enter belongs to a focused link or button outside the list. */
function useEnterIsFree(): boolean {
  const [isFree, setFree] = useState(true);
  useEffect(() => {
    const update = (): void => {
      const focused = document.activeElement;
      setFree(
        focused === null ||
          focused === document.body ||
          focused.id === "main" ||
          focused.matches("[data-row]") ||
          focused.closest("dialog") !== null,
      );
    };
    const later = (): void => void setTimeout(update);
    addEventListener("focusin", update);
    addEventListener("focusout", later);
    return () => {
      removeEventListener("focusin", update);
      removeEventListener("focusout", later);
    };
  }, []);
  return isFree;
}
