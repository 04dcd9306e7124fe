import { useEffect, useState } from "react";
import { withUnit } from "../parts/time.tsx";
import type { ReadingTime } from "./use-reading-time.ts";

/** How long it was looked at so far, and whether that is being counted. */
export function ReadFor({ time }: { readonly time: ReadingTime }) {
  const [seconds, setSeconds] = useState(() => Math.floor(time.ms() / 1_000));
  const [isRunning, setRunning] = useState(true);
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(Math.floor(time.ms() / 1_000));
      setRunning(time.isRunning());
    }, 1_000);
    return () => clearInterval(timer);
  }, [time]);
  const minutes = Math.floor(seconds / 60);
  const words = [...(minutes === 0 ? [] : [withUnit(minutes, "m")]), withUnit(seconds % 60, "s")];
  return (
    <>
      Read for <b className="font-semibold whitespace-nowrap text-ink">{words.join(" ")}</b>
      {isRunning ? "; paused while you are away." : "; paused, as nothing was done for two minutes."}
    </>
  );
}
