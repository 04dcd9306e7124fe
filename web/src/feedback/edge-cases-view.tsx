import { Button } from "../components/button.tsx";
import { Empty } from "../components/states.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { NoFeedback } from "./no-feedback.tsx";
import { QueueView } from "./queue-view.tsx";

/** What was said once; a person may say that it is worth a rule. */
export function EdgeView() {
  const { search } = useFeedbackSearch();
  return (
    <QueueView
      standing="edge_case"
      label="Edge cases"
      empty={
        search.text !== "" || search.tag !== "" || search.agent !== "" ? (
          <NoFeedback />
        ) : (
          <Empty title="No edge cases.">What is said only once is kept here, and can be promoted.</Empty>
        )
      }
      keysFor={(row, decide) =>
        row === undefined
          ? []
          : [
              {
                keys: "p",
                label: "promote",
                run: () => decide({ feedback_id: row.feedback_id, way: "promote", reason: "" }),
              },
            ]
      }
      actions={(row, isSelected, decide) => (
        <div className="mt-2">
          <Button
            hint={isSelected ? "p" : undefined}
            onClick={() => decide({ feedback_id: row.feedback_id, way: "promote", reason: "" })}
          >
            Promote
          </Button>
        </div>
      )}
    />
  );
}
