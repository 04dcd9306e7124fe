import { useSyncExternalStore } from "react";

/** Whether the window is at least so many pixels wide. */
export const useWide = (pixels: number): boolean => {
  const query = `(min-width: ${pixels}px)`;
  return useSyncExternalStore(
    (watch) => {
      const media = matchMedia(query);
      media.addEventListener("change", watch);
      return () => media.removeEventListener("change", watch);
    },
    () => matchMedia(query).matches,
  );
};
