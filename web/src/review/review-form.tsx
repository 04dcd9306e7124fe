import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Session, may } from "../api/session.ts";
import { usePendingDecisions } from "../inbox/pending-decisions.ts";
import { similarDecisionsQuery } from "../inbox/submission-queries.ts";
import { Page } from "../shell/page.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { DecisionBar } from "./decision-bar.tsx";
import { EMPTY_DRAFT, loadReview, useDraft } from "./draft.ts";
import { Foot, NextUp, Sheet } from "./foot.tsx";
import { linesChanged, readOutput } from "./output.ts";
import { OutputView } from "./output-view.tsx";
import { primaryAnswer } from "./primary-answer.ts";
import { ReviewHead } from "./review-head.tsx";
import { ReviewMargin } from "./review-margin.tsx";
import { describeAnswer } from "./describe-answer.ts";
import type { Submission } from "./submission.ts";
import { useDecide } from "./use-decide.ts";
import { partInSight, useEditing } from "./use-editing.ts";
import { useQueue } from "./use-queue.ts";
import { useReadingTime } from "./use-reading-time.ts";
import { ChooseAnswerDialog } from "./choose-answer-dialog.tsx";

export function ReviewForm({
  submission,
  session,
}: {
  readonly submission: Submission;
  readonly session: Session;
}) {
  const { id, agent } = submission;
  const time = useReadingTime(useState(() => loadReview(session.id, id).readMs)[0]);
  const readMs = useMemo(() => ({ current: time.ms }), [time]);
  const { draft, wasKept, change } = useDraft(session.id, id, readMs);
  const output = useMemo(() => readOutput(submission), [submission]);
  const queue = useQueue(id);
  const { hidden } = usePendingDecisions();
  const { data: similar } = useQuery(similarDecisionsQuery(id));
  const comment = useRef<HTMLTextAreaElement>(null);
  const [isTagging, setTagging] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { decide, missing } = useDecide({ submission, output, draft, time, queue, comment, change });
  const lines = linesChanged(output, draft.edits);
  const isDecided = hidden.has(id);
  const isAllowed = may(session, "decide") && session.id !== agent && !isDecided;
  const editing = useEditing({
    agent,
    edits: draft.edits,
    isAllowed,
    change: (edits) => change({ edits }),
    send: () => send(),
    place: draft.place,
    choose: (path, line, isRange) => {
      const from = draft.place;
      const isSame = from !== null && from.path === path;
      change({
        place:
          isRange && isSame
            ? { path, line: Math.min(from.line, line), end_line: Math.max(from.line, line) }
            : { path, line, end_line: line },
      });
      comment.current?.focus();
    },
  });
  const primary = primaryAnswer(draft, { lines, isEditing: editing.open !== null });
  const send = (): void => (primary === null ? setAsking(true) : decide(primary));
  // The letter may have been typed for the comment, so it only approves if there is no comment.
  const approve = (): void =>
    draft.comment.trim() === "" && lines === 0 ? decide("approved") : setAsking(true);
  const edit = (): void => editing.start(partInSight());
  const reject = (): void => {
    change({ isRejecting: true });
    comment.current?.focus();
  };
  useKeys(
    isAllowed
      ? [
          { keys: "a", label: "approve as written", run: approve },
          { keys: "r", label: "reject with a reason", run: reject },
          { keys: "e", label: "edit and approve with changes", run: edit },
          { keys: "t", label: "more tags", run: () => setTagging(!isTagging) },
          { keys: "Escape", label: "leave the editor", run: editing.done },
          {
            keys: "mod+enter",
            label: "send the highlighted answer",
            run: send,
            always: true,
          },
        ]
      : [],
  );
  const likely = (similar?.items ?? []).flatMap(({ feedback }) => feedback.tags);
  const said = (similar?.items ?? []).flatMap(({ feedback }) => feedback.comment ?? []);
  const paths =
    output.kind === "diff"
      ? output.diff.files.map(({ path }) => path).filter((path) => path !== "")
      : (submission.files ?? []);
  return (
    <Page
      title={submission.title}
      margin={
        <ReviewMargin
          submission={submission}
          draft={draft}
          isAllowed={isAllowed}
          missing={missing}
          wasKept={wasKept}
          comment={comment}
          likely={likely}
          said={said}
          paths={paths}
          isTagging={isTagging}
          setTagging={setTagging}
          change={change}
          clear={() => {
            change(EMPTY_DRAFT);
            editing.done();
          }}
        />
      }
      foot={
        <Foot>
          {isAllowed ? (
            <DecisionBar
              agent={agent}
              primary={primary}
              description={describeAnswer({
                primary,
                agent,
                comment: draft.comment,
                tags: draft.tags.length,
                lines,
              })}
              hasEdits={lines > 0}
              time={time}
              decide={decide}
              edit={edit}
            />
          ) : (
            <NextUp {...queue}>{whyNot(isDecided, may(session, "decide"))}</NextUp>
          )}
        </Foot>
      }
    >
      <Sheet>
        <ReviewHead submission={submission} position={queue.position} />
        <OutputView
          output={output}
          editing={editing}
          seen={draft.seen}
          setSeen={(seen) => change({ seen })}
        />
      </Sheet>
      {isAsking && isAllowed ? (
        <ChooseAnswerDialog
          agent={agent}
          hasComment={draft.comment.trim() !== ""}
          lines={lines}
          decide={(outcome) => {
            // Closing restores the focus, so close before an answer moves it.
            flushSync(() => setAsking(false));
            decide(outcome);
          }}
          close={() => setAsking(false)}
        />
      ) : null}
    </Page>
  );
}

function whyNot(isDecided: boolean, mayDecide: boolean): string {
  if (isDecided) return "You already decided this one.";
  return mayDecide
    ? "You can’t decide on your own work. Ask somebody else."
    : "Only reviewers, approvers and administrators can decide.";
}
