import { formatSentence } from "../lib/server-sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../api/contract.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { Ago } from "../components/time.tsx";
import { VisibleText } from "../components/visible-text.tsx";
import { capitalize } from "../lib/format.ts";
import { useKeys } from "../shell/use-keys.ts";
import { AnsweredLine } from "./answered-line.tsx";
import { EarlierClasses } from "./earlier-classes.tsx";
import { IgnoreDialog } from "./ignore-dialog.tsx";
import { Step } from "./step.tsx";
import { UndoNote } from "./undo-note.tsx";
import { useDecisions, type Resolution } from "./use-decisions.ts";
import { ResolutionButtons } from "./resolution-buttons.tsx";
import { FOUND } from "./summary.ts";

export function StepEvaluation({
  record,
  evaluated,
}: {
  readonly record: Schemas["Feedback"];
  readonly evaluated: Schemas["EvaluatedFeedbackDetail"] | null | undefined;
}) {
  const { data: session } = useQuery(sessionQuery);
  const { answers, held, decide, undo } = useDecisions();
  const [isIgnoring, setIgnoring] = useState(false);
  const answered = answers.get(record.id);
  const isOpen =
    may(session, "decide") && (answered === undefined || answered.state === "refused") && !!evaluated;
  const isAmbiguous = isOpen && evaluated.standing === "ambiguous";
  const isEdge = isOpen && evaluated.standing === "edge_case";
  const choose = (way: Resolution, reason = ""): void =>
    way === "ignore" && reason === "" ? setIgnoring(true) : decide({ feedback_id: record.id, way, reason });
  useKeys([
    ...(isAmbiguous
      ? [
          { keys: "1", label: "generalizable", run: () => choose("generalizable") },
          { keys: "2", label: "edge case", run: () => choose("edge_case") },
          { keys: "3", label: "ignore, with a reason", run: () => choose("ignore") },
        ]
      : []),
    ...(isEdge ? [{ keys: "p", label: "promote", run: () => choose("promote") }] : []),
  ]);
  if (evaluated === null || evaluated === undefined) {
    return (
      <Step title="Evaluated" isDone={false}>
        <p className="text-second text-ink-2">
          {evaluated === null ? "Not yet. This happens automatically, moments after it is recorded." : "…"}
        </p>
      </Step>
    );
  }
  const { evaluation, standing, resolution } = evaluated;
  return (
    <Step
      title={`Classified as ${FOUND[evaluation.classification]}`}
      end={
        <>
          {Math.round(evaluation.confidence * 100)}
          {"\u202f"}% confidence, <Ago time={evaluated.evaluated_at} />
        </>
      }
      mark={isAmbiguous ? "query" : undefined}
      tone={isAmbiguous ? "red" : "ink"}
    >
      <p className="max-w-[70ch] text-row text-ink-2">
        <VisibleText text={capitalize(formatSentence(evaluation.rationale))} />.
      </p>
      <EarlierClasses evaluated={evaluated} />
      <AnsweredLine answered={answered} resolution={resolution} />
      {isAmbiguous ? (
        <div className="mt-3">
          <ResolutionButtons choose={choose} />
        </div>
      ) : null}
      {isEdge ? (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Button hint="p" onClick={() => choose("promote")}>
            Promote
          </Button>
          <span className="text-second text-ink-2">counts as generalizable from then on</span>
        </p>
      ) : null}
      {standing === "ambiguous" && !may(session, "decide") ? (
        <p className="mt-2 text-second text-ink-2">A reviewer or an approver has to resolve this.</p>
      ) : null}
      <UndoNote held={held} undo={undo} />
      {isIgnoring ? (
        <IgnoreDialog
          feedback={record.id}
          close={() => setIgnoring(false)}
          give={(reason) => choose("ignore", reason)}
        />
      ) : null}
    </Step>
  );
}
