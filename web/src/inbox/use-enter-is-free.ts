import { useEffect, useState } from "react";

/** Whether the enter key speaks to the list: not while a link or a button elsewhere has the focus, which it presses. */
export function useEnterIsFree(): boolean {
  const [isFree, setFree] = useState(true);
  useEffect(() => {
    const look = (): void => {
      const focused = document.activeElement;
      setFree(
        focused === null ||
          focused === document.body ||
          focused.id === "main" ||
          focused.matches("[data-row]") ||
          focused.closest("[role=dialog]") !== null,
      );
    };
    const later = (): void => void setTimeout(look);
    addEventListener("focusin", look);
    addEventListener("focusout", later);
    return () => {
      removeEventListener("focusin", look);
      removeEventListener("focusout", later);
    };
  }, []);
  return isFree;
}
