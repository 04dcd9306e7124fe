import { ReasonDialog } from "../components/reason-dialog.tsx";
import { ignoreDraft } from "./use-decisions.ts";

export const IgnoreDialog = ({
  feedback,
  initial = "",
  close,
  give,
}: {
  readonly feedback: string;
  readonly initial?: string;
  readonly close: () => void;
  readonly give: (reason: string) => void;
}) => (
  <ReasonDialog
    draft={ignoreDraft(feedback)}
    title="Why can this be ignored?"
    explain="It won’t be evaluated again. The reason is kept with it."
    action="Ignore"
    keepsDraft
    initial={initial}
    send={give}
    close={close}
  />
);
