import { useEffect, useRef } from "react";

/** How many seconds somebody has had this before them, without the time that the tab was hidden. */
export function useLooked(id: string | undefined): () => number {
  const watch = useRef({ id, ms: 0, since: 0 });
  useEffect(() => {
    const held = watch.current;
    held.id = id;
    held.ms = 0;
    held.since = document.hidden ? 0 : performance.now();
    const turn = (): void => {
      if (document.hidden) {
        if (held.since > 0) held.ms += performance.now() - held.since;
        held.since = 0;
      } else held.since = performance.now();
    };
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, [id]);
  return () => {
    const { ms, since } = watch.current;
    return Math.round((ms + (since > 0 ? performance.now() - since : 0)) / 1_000);
  };
}
