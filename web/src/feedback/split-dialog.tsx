import { useState } from "react";
import type { Schemas } from "../api/contract.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { plural } from "../lib/format.ts";
import { focusFirst } from "./focus-first.ts";
import { QuoteList } from "./quote-list.tsx";
import { summarizeExcerpt } from "./summary.ts";

export function SplitDialog({
  members,
  left,
  close,
  split,
}: {
  readonly members: readonly Schemas["ClusterMember"][];
  readonly left: number;
  readonly close: () => void;
  readonly split: (ids: readonly string[]) => Promise<void>;
}) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await split(members.map(({ feedback_id }) => feedback_id));
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setSending(false);
    }
  };
  return (
    <Dialog title={`Split ${members.length} off?`} close={close}>
      <QuoteList
        feedback={members.flatMap(({ feedback }) => (feedback === null ? [] : summarizeExcerpt(feedback)))}
      />
      <p className="mt-4 text-second text-ink-2">
        {members.length === 1 ? "It gets" : "They get"} a cluster of {members.length === 1 ? "its" : "their"}{" "}
        own and {plural(left, "stays", "stay")} here. The two are kept apart from then on, even when new
        feedback joins them. You can undo this by merging them again.
      </p>
      {problem === undefined ? null : (
        <p role="alert" className="mt-2 text-second text-red">
          {problem}
        </p>
      )}
      <p className="mt-4 flex gap-2">
        <Button kind="solid" ref={focusFirst} disabled={isSending} onClick={() => void send()}>
          Split {members.length === 1 ? "it" : "them"} off
        </Button>
        <Button kind="quiet" onClick={close}>
          Cancel
        </Button>
      </p>
    </Dialog>
  );
}
