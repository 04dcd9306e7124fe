import { Button } from "../components/button.tsx";
import { Empty } from "../components/states.tsx";
import { useFeedbackSearch } from "./feedback-search.ts";
import { NoFeedback } from "./no-feedback.tsx";
import { QueueView } from "./queue-view.tsx";

export function EdgeCasesView() {
  const { search } = useFeedbackSearch();
  return (
    <QueueView
      standing="edge_case"
      label="Edge cases"
      empty={
        search.text !== "" || search.tag !== "" || search.agent !== "" ? (
          <NoFeedback />
        ) : (
          <Empty title="No edge cases.">Feedback given only once is listed here. You can promote it.</Empty>
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
