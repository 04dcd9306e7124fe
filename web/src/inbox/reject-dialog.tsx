import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useDraftState } from "../hooks/use-draft-state.ts";
import { gatesQuery } from "./submission-queries.ts";

interface Reason {
  readonly tags: readonly string[];
  readonly comment: string;
}

const NO_REASON: Reason = { tags: [], comment: "" };

export function RejectDialog({
  work,
  close,
  reject,
}: {
  readonly work: readonly { readonly id: string; readonly title: string }[];
  readonly close: () => void;
  /** `draft` names what was typed, to be forgotten once it has arrived. */
  readonly reject: (reason: Reason & { readonly draft: string }) => void;
}) {
  const draft = `reject-work.${work.map(({ id }) => id).join(" ")}`;
  const [{ tags, comment }, change] = useDraftState(draft, NO_REASON);
  const [isMissing, setMissing] = useState(false);
  const { data: gates } = useQuery(gatesQuery);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = tags.length === 0 && comment.trim() === "";
  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else reject({ tags, comment: comment.trim(), draft });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  };
  return (
    <Dialog
      title={work.length === 1 ? `Reject “${work[0]!.title}”` : `Reject ${work.length} submissions`}
      close={close}
      wide
    >
      <form onSubmit={send} onKeyDown={press} className="grid gap-4">
        <label className="grid gap-1">
          <span className="font-medium">What is wrong, and what should be done instead?</span>
          <textarea
            ref={field}
            rows={3}
            className="field serif text-quote"
            value={comment}
            aria-invalid={isMissing && isEmpty}
            aria-describedby="reject-help"
            onChange={(event) => change({ tags, comment: event.target.value })}
          />
        </label>
        <fieldset>
          <legend className="mb-2 font-medium">Tags</legend>
          <div className="flex flex-wrap gap-x-2 gap-y-2">
            {gates?.gates.map(({ tag, description }) => (
              <label
                key={tag}
                title={description}
                className="inline-flex min-h-7 cursor-pointer items-center gap-2 rounded-tag border border-edge px-2 text-second text-ink-2 has-checked:border-ink has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
              >
                <input
                  type="checkbox"
                  className="accent-ink outline-none"
                  checked={tags.includes(tag)}
                  onChange={(event) =>
                    change({
                      tags: event.target.checked ? [...tags, tag] : tags.filter((one) => one !== tag),
                      comment,
                    })
                  }
                />
                {tag}
              </label>
            ))}
          </div>
        </fieldset>
        <p
          id="reject-help"
          role={isMissing && isEmpty ? "alert" : undefined}
          className={`text-second ${isMissing && isEmpty ? "text-red" : "text-ink-2"}`}
        >
          {isMissing && isEmpty
            ? "Add a comment or a tag, so that the agent knows why."
            : "A tag or a comment is enough. The agent sees both."}
        </p>
        <div className="flex gap-2">
          <Button kind="solid" type="submit" hint="ctrl ↵">
            Reject
          </Button>
          <Button onClick={close} hint="esc">
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
