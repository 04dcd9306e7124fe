import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useDraftState } from "../hooks/use-draft-state.ts";
import { FormField, FormError } from "../components/form-field.tsx";
import { queryKeys } from "../api/query-keys.ts";
import { defined, orUndefined } from "../lib/defined.ts";

const BLANK = {
  oldPrompt: "1.0",
  oldSchema: "1.0",
  prompt: "",
  schema: "1.0",
  steps: "1, 5, 25, 50, 100",
  reason: "",
};

export function StartRollout({ close }: { readonly close: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [words, change, forget] = useDraftState("start-rollout", BLANK);
  const { steps, reason, ...versions } = words;
  const start = useMutation({
    mutationFn: () =>
      api("startRollout", {
        body: {
          baseline: { prompt_version: versions.oldPrompt.trim(), schema_version: versions.oldSchema.trim() },
          candidate: { prompt_version: versions.prompt.trim(), schema_version: versions.schema.trim() },
          steps: steps
            .split(/[\s,;%]+/)
            .filter((step) => step !== "")
            .map((step) => Number(step) / 100),
          ...defined({ reason: orUndefined(reason) }),
        },
      }),
    onSuccess: async ({ id }) => {
      forget();
      await queries.invalidateQueries({ queryKey: queryKeys.rollouts.all() });
      close();
      await navigate({ to: "/rollouts", search: { rollout: id } });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate();
  };
  const version = (field: keyof typeof versions, label: string, isFirst = false) => (
    <FormField label={label}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          className="field"
          autoFocus={isFirst}
          required
          maxLength={40}
          autoComplete="off"
          value={versions[field]}
          onChange={(event) => change({ ...words, [field]: event.target.value })}
        />
      )}
    </FormField>
  );
  return (
    <Dialog title="Start a rollout" close={close}>
      <form className="grid gap-4" onSubmit={send}>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3">
          {version("prompt", "New prompt", true)}
          {version("schema", "New schema")}
          {version("oldPrompt", "Prompt in use")}
          {version("oldSchema", "Schema in use")}
        </div>
        <FormField
          label="Steps, in % of reviews"
          help="Increasing, ending with 100. With few reviews, start with a larger step."
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field"
              required
              autoComplete="off"
              value={steps}
              onChange={(event) => change({ ...words, steps: event.target.value })}
            />
          )}
        </FormField>
        <FormField label="Reason (optional)">
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              className="field serif min-h-16 text-quote"
              maxLength={2_000}
              value={reason}
              onChange={(event) => change({ ...words, reason: event.target.value })}
            />
          )}
        </FormField>
        <FormError error={start.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" disabled={start.isPending}>
            Start
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
