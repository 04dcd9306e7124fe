import { useSyncExternalStore } from "react";

/** Whether the window is so now, as in `(min-width: 1180px)`. */
export const useMedia = (asked: string): boolean =>
  useSyncExternalStore(
    (watch) => {
      const list = matchMedia(asked);
      list.addEventListener("change", watch);
      return () => list.removeEventListener("change", watch);
    },
    () => matchMedia(asked).matches,
  );
