import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { isLoggedOut } from "../api/api-problem.ts";
import { Mark } from "../marks/mark.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Failed } from "../parts/states.tsx";
import { askToLogIn } from "./ask-to-log-in.ts";
import type { Waiting } from "./proposals-query.ts";
import { VisibleText } from "../parts/visible-text.tsx";
import { plural } from "../parts/words.ts";
import { forWhom } from "./words.ts";

/** The texts once more before they are signed together, then what came of each. */
export function BatchDialog({
  items: clean,
  close,
}: {
  readonly items: readonly Waiting[];
  readonly close: () => void;
}) {
  // What is signed is what was shown, whatever the queue becomes meanwhile.
  const [items] = useState(clean);
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api("approveProposals", {
        body: { items: items.map(({ rule_id, version }) => ({ rule_id, version })) },
      }),
    onError: (refused) => {
      if (isLoggedOut(refused)) askToLogIn(client);
    },
    onSettled: () => {
      for (const resource of ["proposals", "rules", "counts"]) {
        void client.invalidateQueries({ queryKey: [resource] });
      }
    },
  });
  const outcomes = new Map(data?.items.map((each) => [each.rule_id, each]));
  return (
    <Dialog
      title={
        data === undefined
          ? `Approve ${plural(items.length, "clean proposal")}?`
          : `${data.approved} approved`
      }
      close={close}
      wide
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (data === undefined) mutate();
          else close();
        }}
      >
        <div className="flex flex-row-reverse flex-wrap justify-start gap-2">
          <Button kind="solid" type="submit" disabled={isPending}>
            {data === undefined
              ? `Approve ${items.length === 1 ? "it" : `these ${items.length}`}`
              : "Back to the queue"}
          </Button>
          {data === undefined ? <Button onClick={close}>Back</Button> : null}
        </div>
        <ol className="mt-3">
          {items.map(({ rule_id, text, scope, approval }) => {
            const outcome = outcomes.get(rule_id);
            return (
              <li key={rule_id} className="border-t border-hair py-3">
                <p className="serif text-rule">
                  <VisibleText text={text} isOneLine />
                </p>
                <p role={outcome === undefined ? undefined : "status"} className="text-second text-ink-2">
                  {outcome === undefined ? (
                    `${forWhom(scope.agents)}; ${approval.missing === 1 ? "yours brings it into force" : `${approval.missing - 1} more after you`}`
                  ) : outcome.outcome === "refused" ? (
                    <span className="flex gap-2 text-ink">
                      <Mark name="query" tone="red" />
                      Not approved: {outcome.message}
                    </span>
                  ) : (
                    <span className="flex gap-2">
                      <Mark name="stet" tone="green" />
                      {outcome.in_force
                        ? "In force"
                        : `Approved; ${plural(outcome.approval?.missing ?? 1, "more person", "more people")} must approve`}
                    </span>
                  )}
                </p>
              </li>
            );
          })}
        </ol>
        {error === null ? null : <Failed error={error} />}
      </form>
    </Dialog>
  );
}
