import { useEffect, useState } from "react";
import { useLive } from "../api/live.ts";
import { questions } from "../api/query-client.ts";
import { createRefresher } from "../api/refresher.ts";

/** Keeps what is shown up to date with what happens, for as long as the app is open. */
export function useRefresh(): void {
  const [{ hear, show }] = useState(() =>
    createRefresher({
      questions,
      isShown: () => document.visibilityState === "visible",
      now: () => performance.now(),
      later: (act, ms) => void setTimeout(act, ms),
    }),
  );
  useLive(hear);
  useEffect(() => {
    const change = (): void => {
      if (document.visibilityState === "visible") show();
    };
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, [show]);
}
