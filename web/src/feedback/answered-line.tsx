import type { Schemas } from "../api/contract.ts";
import type { Answered } from "./use-decisions.ts";
import { WAYS } from "./undo-note.tsx";

const MADE = { generalizable: "generalizable", edge_case: "edge case", ignore: "ignored" } as const;

/** What became of a row that still stands in the list. */
export function AnsweredLine({
  answered,
  resolution,
}: {
  readonly answered: Answered | undefined;
  readonly resolution: Schemas["EvaluatedFeedback"]["resolution"];
}) {
  if (answered?.state === "refused") {
    return (
      <p role="alert" className="mt-2 text-second text-red">
        Not taken: {answered.problem}
      </p>
    );
  }
  if (answered !== undefined) {
    return (
      <p className="mt-2 text-second text-green">
        {WAYS[answered.way]}, by you{answered.state === "held" ? "; it can still be undone" : ""}
      </p>
    );
  }
  return resolution === null ? null : (
    <p className="mt-2 text-second text-ink-2">
      {MADE[resolution.as]}, by {resolution.by}
      {resolution.reason === "" ? "" : `: ${resolution.reason}`}
    </p>
  );
}
