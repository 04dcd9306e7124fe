import { useState } from "react";
import { Empty } from "../components/states.tsx";
import { NoFeedback } from "./no-feedback.tsx";
import { type Evaluated, QueueView } from "./queue-view.tsx";
import { IgnoreDialog } from "./ignore-dialog.tsx";
import type { Decision, Resolution } from "./use-decisions.ts";
import { useFeedbackSearch } from "./feedback-search.ts";
import { ResolveRow } from "./resolve-row.tsx";

export function ResolveView() {
  const { search } = useFeedbackSearch();
  const [ignoring, setIgnoring] = useState<{
    readonly feedback: string;
    readonly initial: string;
    readonly give: (reason: string) => void;
  } | null>(null);
  const choose =
    (row: Evaluated, decide: (decision: Decision) => void) =>
    (way: Resolution, initial = ""): void => {
      const { feedback_id } = row;
      if (way !== "ignore") decide({ feedback_id, way, reason: "" });
      else
        setIgnoring({
          feedback: feedback_id,
          initial,
          give: (reason) => decide({ feedback_id, way, reason }),
        });
    };
  return (
    <>
      <QueueView
        standing="ambiguous"
        label="To resolve"
        empty={
          search.text !== "" || search.tag !== "" || search.agent !== "" ? (
            <NoFeedback />
          ) : (
            <Empty title="Nothing to resolve.">
              Feedback that contradicts an earlier decision appears here.
            </Empty>
          )
        }
        keysFor={(row, decide) =>
          row === undefined
            ? []
            : [
                {
                  keys: "1",
                  label: "this holds: generalizable",
                  run: () => choose(row, decide)("generalizable"),
                },
                { keys: "2", label: "both hold: an edge case", run: () => choose(row, decide)("edge_case") },
                {
                  keys: "3",
                  label: "that holds: ignore this, with a reason",
                  run: () => choose(row, decide)("ignore"),
                },
              ]
        }
        actions={(row, isSelected, decide) => (
          <ResolveRow row={row} isSelected={isSelected} choose={choose(row, decide)} />
        )}
      />
      {ignoring === null ? null : <IgnoreDialog {...ignoring} close={() => setIgnoring(null)} />}
    </>
  );
}
