import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { CopyField } from "../components/copy-field.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormField, FormError } from "../components/form-field.tsx";
import { ROLE_WORDS, ROLES, type RoleName } from "./roles.ts";
import { queryKeys } from "../api/query-keys.ts";
import { defined } from "../lib/defined.ts";

const USUAL_DAYS = 90;

export function NewToken({ close }: { readonly close: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [role, setRole] = useState<RoleName>("reviewer");
  const [agent, setAgent] = useState("");
  const [days, setDays] = useState(String(USUAL_DAYS));
  const make = useMutation({
    mutationFn: () =>
      api("createToken", {
        body: {
          name: name.trim(),
          role,
          ...defined({ agent: role === "agent" ? agent.trim() : undefined }),
          expires_in_hours: Math.round(Number(days) * 24),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.tokens.list() });
      await queries.invalidateQueries({ queryKey: queryKeys.people.list() });
    },
  });
  if (make.data !== undefined) {
    return (
      <Dialog title={`Token for ${make.data.token.name}`} close={close}>
        <p className="mb-3 text-ink-2">
          It won’t be shown again. Send it to {make.data.token.name} over a private channel.
        </p>
        <CopyField text={make.data.text} label="Token" />
        <div className="mt-4 flex justify-end">
          <Button kind="solid" onClick={close}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  const send = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog title="Create a token" close={close}>
      <form className="grid gap-4" onSubmit={send}>
        <FormField
          label="Name"
          help="Who or what uses it. Everything done with it is recorded under this name."
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field"
              autoFocus
              required
              maxLength={120}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">Role</legend>
          {ROLES.map((each) => (
            <label key={each} className="flex min-h-7 items-baseline gap-2">
              <input
                type="radio"
                name="role"
                className="size-4 translate-y-0.5 accent-ink"
                checked={role === each}
                onChange={() => setRole(each)}
              />
              <span>
                <span className="font-medium">{each}</span>{" "}
                <span className="text-second text-ink-2">{ROLE_WORDS[each]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {role === "agent" ? (
          <FormField label="Agent" help="The only agent this token gives access to.">
            {(fieldProps) => (
              <input
                {...fieldProps}
                className="field"
                required
                autoComplete="off"
                value={agent}
                onChange={(event) => setAgent(event.target.value)}
              />
            )}
          </FormField>
        ) : null}
        <FormField label="Valid for (days)" help="How long it is valid, at most two years.">
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field max-w-28"
              type="number"
              min={1}
              max={730}
              step={1}
              required
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </FormField>
        <FormError error={make.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" disabled={make.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
