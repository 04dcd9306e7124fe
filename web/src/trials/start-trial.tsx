import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormError, FormField } from "../components/form-field.tsx";
import { RadioGroup } from "../components/radio-group.tsx";
import { asSentence } from "../lib/format.ts";
import type { Trial } from "./trial-queries.ts";

const KINDS: Readonly<Record<Trial["kind"], string>> = {
  introduction: "Does it help?",
  withdrawal: "Is it still needed?",
};

/** Asks how to try a rule, and starts the trial. */
export function StartTrial({
  rule,
  text,
  kind: first = "introduction",
  isInForce,
  close,
}: {
  readonly rule: string;
  readonly text: string;
  readonly kind?: Trial["kind"];
  readonly isInForce: boolean;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [kind, setKind] = useState<Trial["kind"]>(first);
  const [share, setShare] = useState("50");
  const [margin, setMargin] = useState("25");
  const { mutate, error, isPending } = useMutation({
    mutationFn: (anyway: boolean) =>
      api("startTrial", {
        body: {
          rule_id: rule,
          kind,
          share: Number(share) / 100,
          anyway,
          ...(kind === "withdrawal" ? { margin: Number(margin) / 100 } : {}),
        },
      }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: queryKeys.trials.all() });
      close();
      await navigate({ to: "/trials/$trial", params: { trial: id }, search: {} });
    },
  });
  const isTooRare = error instanceof ApiError && error.code === "mistake_too_rare";
  return (
    <Dialog title="Try this rule?" close={close}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(isTooRare);
        }}
      >
        <p className="serif text-rule">{text}</p>
        {isInForce ? <RadioGroup label="Question" value={kind} options={KINDS} choose={setKind} /> : null}
        <p className="text-row text-ink-2">
          {kind === "withdrawal"
            ? "Some tasks go without the rule, by chance, until it is clear whether the mistake rises without it."
            : "Each task is given the rule or not, by chance, until it is clear whether the mistake comes back less often with it."}{" "}
          Retries of a task stay together, and no agent is told. A rule that harms is retired at once.
        </p>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3">
          <PercentField
            label="Tasks with the rule, in %"
            least={5}
            most={95}
            value={share}
            change={setShare}
            isFirst
          />
          {kind === "withdrawal" ? (
            <PercentField
              label="Accepted rise, in %"
              help="How much the mistake may rise without the rule."
              least={5}
              most={100}
              value={margin}
              change={setMargin}
            />
          ) : null}
        </div>
        {isTooRare ? (
          <div role="alert" className="border-l-[3px] border-red pl-3">
            <p className="font-medium">The mistake is too rare for a trial.</p>
            <p className="text-row text-ink-2">{asSentence(error.message)}</p>
          </div>
        ) : (
          <FormError error={error} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button kind="solid" type="submit" disabled={isPending}>
            {isTooRare ? "Start it anyway" : "Start the trial"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function PercentField({
  label,
  help,
  least,
  most,
  value,
  change,
  isFirst = false,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  readonly least: number;
  readonly most: number;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly isFirst?: boolean;
}) {
  return (
    <FormField label={label} help={help}>
      {(fieldProps) => (
        <input
          {...fieldProps}
          className="field"
          type="number"
          min={least}
          max={most}
          required
          autoFocus={isFirst}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormField>
  );
}
