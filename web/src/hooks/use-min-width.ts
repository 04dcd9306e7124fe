import { useSyncExternalStore } from "react";

export const useMinWidth = (pixels: number): boolean => {
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
