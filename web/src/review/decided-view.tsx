import { useEffect, useMemo, useState } from "react";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { Page } from "../shell/page.tsx";
import { DecidedNote } from "./decided-note.tsx";
import { dropReview, hasContent, loadReview } from "./draft.ts";
import { Foot, NextUp, Sheet } from "./foot.tsx";
import { editedOutput, readOutput } from "./output.ts";
import { OutputView } from "./output-view.tsx";
import { EditedLines } from "./edited-lines.tsx";
import { ReviewHead } from "./review-head.tsx";
import { SimilarDecisions } from "./similar-decisions.tsx";
import { DID, type Submission } from "./submission.ts";
import { useQueue } from "./use-queue.ts";

const NO_EDITING = {
  isAllowed: false,
  edits: {},
  open: null,
  start: () => undefined,
  change: () => undefined,
  done: () => undefined,
  send: () => undefined,
  place: null,
  choose: undefined,
};

export function DecidedView({
  submission,
  person,
}: {
  readonly submission: Submission;
  readonly person: string;
}) {
  const { id, agent, decision, title } = submission;
  const output = useMemo(() => readOutput(submission), [submission]);
  const { position, next, go } = useQueue(id);
  const isMine = decision?.reviewer === person;
  const [seen, setSeen] = useState<readonly number[]>([]);
  useEffect(() => {
    if (isMine) dropReview(person, id);
  }, [isMine, person, id]);
  return (
    <Page
      title={title}
      margin={
        <>
          {isMine ? null : <UnsentDraft submission={submission} person={person} />}
          <SimilarDecisions submission={id} />
        </>
      }
      foot={
        <Foot>
          <NextUp next={next} go={go}>
            {decision === undefined
              ? "It was withdrawn. Nothing to decide."
              : `${isMine ? "You" : decision.reviewer} ${DID[decision.decision]}. Nothing to decide.`}
          </NextUp>
        </Foot>
      }
    >
      <Sheet>
        <ReviewHead submission={submission} position={position} />
        <DecidedNote submission={submission} person={person} />
        {decision?.edited_output === undefined ? (
          <OutputView
            output={output}
            editing={{ ...NO_EDITING, agent, place: decision?.place ?? null }}
            seen={seen}
            setSeen={setSeen}
          />
        ) : (
          <div className="py-3">
            <EditedLines
              original={submission.output.replaceAll("\r\n", "\n")}
              text={decision.edited_output.replaceAll("\r\n", "\n")}
              firstLine={1}
            />
          </div>
        )}
      </Sheet>
    </Page>
  );
}

function UnsentDraft({ submission, person }: { readonly submission: Submission; readonly person: string }) {
  const [draft, setDraft] = useState(() => loadReview(person, submission.id));
  if (!hasContent(draft)) return null;
  const { comment, tags, edits } = draft;
  const text = Object.keys(edits).length === 0 ? null : editedOutput(readOutput(submission), edits);
  const forget = (): void => {
    dropReview(person, submission.id);
    setDraft(loadReview(person, submission.id));
  };
  return (
    <Section title="Your draft" end="not sent">
      {comment.trim() === "" ? null : (
        <p className="serif text-quote break-words whitespace-pre-wrap">{comment}</p>
      )}
      {tags.length === 0 ? null : <p className="mt-1 text-meta text-ink-2">Tags: {tags.join(", ")}</p>}
      {text === null ? null : (
        <textarea
          readOnly
          aria-label="Your text"
          className="field mono mt-2 max-h-[240px] field-sizing-content"
          value={text}
        />
      )}
      <div className="mt-2 flex gap-3">
        <Button onClick={() => void navigator.clipboard.writeText([comment, text ?? ""].join("\n\n").trim())}>
          Copy
        </Button>
        <Button kind="quiet" onClick={forget}>
          Discard
        </Button>
      </div>
    </Section>
  );
}
