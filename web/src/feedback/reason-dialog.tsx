import type { FormEvent } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useKept } from "../hooks/use-draft-state.ts";
import { ignoreDraft } from "./use-decisions.ts";

/** What is ignored is never looked at again, so somebody says why. */
export function ReasonDialog({
  feedback,
  close,
  give,
}: {
  /** The id of what is ignored. */
  readonly feedback: string;
  readonly close: () => void;
  readonly give: (reason: string) => void;
}) {
  const [reason, setReason] = useKept(ignoreDraft(feedback), "");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() === "") return;
    close();
    give(reason.trim());
  };
  return (
    <Dialog title="Why can it be ignored?" close={close}>
      <form onSubmit={send} className="grid gap-3">
        <label className="grid gap-1">
          <span className="text-second text-ink-2">
            It will not be looked at again. The reason is kept with it, for whoever wonders.
          </span>
          <textarea
            className="field"
            rows={3}
            autoFocus
            required
            maxLength={2_000}
            value={reason}
            aria-label="The reason"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event);
            }}
          />
        </label>
        <p className="flex gap-2">
          <Button kind="solid" type="submit" disabled={reason.trim() === ""}>
            Ignore it
          </Button>
          <Button kind="quiet" onClick={close}>
            Keep it
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
