import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Labelled, Told } from "../components/form-field.tsx";

/** Asks why, for whoever wonders later. */
export function DismissReminder({
  id,
  words,
  close,
  done,
}: {
  readonly id: string;
  readonly words: string;
  readonly close: () => void;
  readonly done: () => Promise<void>;
}) {
  const [reason, setReason] = useState("");
  const dismiss = useMutation({
    mutationFn: () =>
      api("dismissReminder", { params: { feedback_id: id }, body: { reason: reason.trim() } }),
    onSuccess: done,
  });
  return (
    <Dialog title="Dismiss this reminder?" close={close}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          dismiss.mutate();
        }}
      >
        <p className="serif text-quote wrap-anywhere">{words}</p>
        <Labelled
          label="Reason"
          help="Agents are not told of it again. It still counts as evidence for a rule."
        >
          {(given) => (
            <input
              {...given}
              className="field"
              required
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Labelled>
        <Told error={dismiss.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Keep
          </Button>
          <Button kind="solid" type="submit" disabled={dismiss.isPending || reason.trim() === ""}>
            Dismiss
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
