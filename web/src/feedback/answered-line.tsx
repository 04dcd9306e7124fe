import type { Schemas } from "../api/contract.ts";
import type { Answered } from "./use-decisions.ts";
import { RESOLUTIONS } from "./undo-note.tsx";

const RESOLUTION_TEXTS = {
  generalizable: "generalizable",
  edge_case: "edge case",
  ignore: "ignored",
} as const;

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
        Not saved: {answered.problem}
      </p>
    );
  }
  if (answered !== undefined) {
    return (
      <p className="mt-2 text-second text-green">
        {RESOLUTIONS[answered.way]}, by you{answered.state === "held" ? "; you can still undo it" : ""}
      </p>
    );
  }
  return resolution === null ? null : (
    <p className="mt-2 text-second text-ink-2">
      {RESOLUTION_TEXTS[resolution.as]}, by {resolution.by}
      {resolution.reason === "" ? "" : `: ${resolution.reason}`}
    </p>
  );
}
