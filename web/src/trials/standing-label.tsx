import { Mark, type MarkName } from "../components/mark.tsx";
import { standingOf } from "./describe-trial.ts";
import type { Trial } from "./trial-queries.ts";

/** What became of a trial, as a mark and a word or two. */
export function StandingLabel({ trial }: { readonly trial: Trial }) {
  const { name, tone, colour } = looksOf(trial);
  return (
    <span className={`flex items-center gap-1 whitespace-nowrap ${colour}`}>
      <Mark name={name} tone={tone} size={16} />
      {standingOf(trial)}
    </span>
  );
}

function looksOf({ state, verdict, end }: Trial): {
  readonly name: MarkName;
  readonly tone: "ink" | "red" | "green";
  readonly colour: string;
} {
  if (state === "running") return { name: "wait", tone: "ink", colour: "" };
  if (end?.verdict === null || verdict === "undecided")
    return { name: "query", tone: "ink", colour: "text-ink-3" };
  if (verdict === "works") return { name: "stet", tone: "green", colour: "text-green" };
  return {
    name: "dele",
    tone: verdict === "harms" ? "red" : "ink",
    colour: verdict === "harms" ? "text-red" : "",
  };
}
