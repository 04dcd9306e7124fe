import type { RefObject } from "react";
import { Button } from "../components/button.tsx";
import { Section } from "../components/section.tsx";
import { CommentBox } from "./comment-box.tsx";
import { type Draft, hasContent } from "./draft.ts";
import { LintNotes } from "./lint-notes.tsx";
import { PlaceField } from "./place-field.tsx";
import { SimilarDecisions } from "./similar-decisions.tsx";
import type { Submission } from "./submission.ts";
import { TagPicker } from "./tag-picker.tsx";
import { useLint } from "./use-lint.ts";

export function ReviewMargin({
  submission: { id, agent },
  draft,
  isAllowed,
  missing,
  wasKept,
  comment,
  likely,
  said,
  paths,
  isTagging,
  setTagging,
  change,
  clear,
}: {
  readonly submission: Submission;
  readonly draft: Draft;
  readonly isAllowed: boolean;
  readonly missing: string | null;
  readonly wasKept: boolean;
  readonly comment: RefObject<HTMLTextAreaElement | null>;
  /** The tags of similar decisions, each as often as it was given. */
  readonly likely: readonly string[];
  /** What people said about similar work. */
  readonly said: readonly string[];
  readonly paths: readonly string[];
  readonly isTagging: boolean;
  readonly setTagging: (isTagging: boolean) => void;
  readonly change: (part: Partial<Draft>) => void;
  readonly clear: () => void;
}) {
  const { lint, error } = useLint(draft.comment, said);
  const hasEdits = Object.keys(draft.edits).length > 0;
  return (
    <>
      {isAllowed ? (
        <>
          <Section
            title={`Comment to ${agent}`}
            end={hasEdits ? "sent with the correction" : "sent with your answer"}
          >
            {wasKept && hasContent(draft) ? (
              <p role="status" className="mb-2 flex items-center gap-2 text-second text-ink-2">
                Your draft was restored.
                <Button kind="quiet" onClick={clear}>
                  Discard it
                </Button>
              </p>
            ) : null}
            <CommentBox
              agent={agent}
              value={draft.comment}
              lint={lint}
              isMissing={missing !== null}
              box={comment}
              change={(text) => change({ comment: text })}
            />
            <PlaceField place={draft.place} paths={paths} change={(place) => change({ place })} />
            {missing === null ? null : (
              <p role="alert" className="mt-2 text-second text-red">
                {missing}
              </p>
            )}
            <LintNotes
              lint={lint}
              error={error}
              take={(text) => {
                change({ comment: text });
                comment.current?.focus();
              }}
            />
          </Section>
          <TagPicker
            agent={agent}
            chosen={draft.tags}
            likely={likely}
            isOpen={isTagging}
            open={() => setTagging(true)}
            change={(tags) => change({ tags, ...(hasEdits ? {} : { isRejecting: tags.length > 0 }) })}
          />
        </>
      ) : null}
      <SimilarDecisions submission={id} />
    </>
  );
}
