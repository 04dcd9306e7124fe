import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormField, FormError } from "../components/form-field.tsx";
import type { Person } from "./person-list.tsx";
import { queryKeys } from "../api/query-keys.ts";

export function LinkLogin({
  person,
  done,
  close,
}: {
  readonly person: Person;
  readonly done: (short: readonly string[]) => void;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  const [login, setLogin] = useState("");
  const link = useMutation({
    mutationFn: () => api("linkLogin", { body: { person: person.id ?? person.name, login: login.trim() } }),
    onSuccess: async ({ short_of_quorum }) => {
      await queries.invalidateQueries({ queryKey: queryKeys.people.list() });
      done(short_of_quorum);
      close();
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    link.mutate();
  };
  return (
    <Dialog title={`Link a login to ${person.name}`} close={close}>
      <form className="grid gap-4" onSubmit={send}>
        <FormField
          label="Login"
          help="A name, or github:ana-dev, token:tk_… or oidc:<issuer> <subject>. From now on they share one vote."
        >
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field"
              autoFocus
              required
              maxLength={600}
              autoComplete="off"
              value={login}
              onChange={(event) => setLogin(event.target.value)}
            />
          )}
        </FormField>
        <FormError error={link.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" disabled={link.isPending}>
            Link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
