import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Told } from "../parts/told.tsx";

/** Asks once more, since it cannot be taken back. */
export function DiscardLetters({
  ids,
  close,
  done,
}: {
  readonly ids: readonly string[];
  readonly close: () => void;
  readonly done: (words: string) => Promise<void>;
}) {
  const discard = useMutation({
    mutationFn: () => api("discardDeadLetters", { body: { ids } }),
    onSuccess: ({ discarded }) => done(`${discarded} discarded.`),
  });
  const many = ids.length === 1 ? "this event" : `these ${ids.length} events`;
  return (
    <Dialog title={`Discard ${many}?`} close={close}>
      <p className="text-ink-2">
        The reader will never deal with {ids.length === 1 ? "it" : "them"}, and nothing brings{" "}
        {ids.length === 1 ? "it" : "them"} back. That you did it is written into the audit log.
      </p>
      <Told error={discard.error} />
      <div className="mt-4 flex justify-end gap-3">
        <Button kind="quiet" autoFocus onClick={close}>
          Keep
        </Button>
        <Button kind="solid" disabled={discard.isPending} onClick={() => discard.mutate()}>
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
