import { useLiveState } from "../api/live.ts";
import { useDebounced } from "../hooks/use-debounced.ts";

/** A reconnect after a hiccup of the network is not worth a message. */
const PATIENCE_MS = 1_500;

/** Says that the server cannot be reached, above the page so that nothing moves. It goes by itself. */
export function LostBanner() {
  const state = useLiveState();
  const settled = useDebounced(state, PATIENCE_MS);
  if (state !== "lost" || settled !== "lost") return null;
  return (
    <p
      role="alert"
      className="fixed inset-x-0 top-12 z-20 mx-auto w-fit max-w-[calc(100vw-2rem)] border border-red bg-red-wash px-4 py-2 text-row"
    >
      Can’t reach the server. This page connects again by itself; what you wrote is kept.
    </p>
  );
}
