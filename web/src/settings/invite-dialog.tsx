import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { Button } from "../components/button.tsx";
import { CopyField } from "../components/copy-field.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormError, FormField } from "../components/form-field.tsx";
import { When } from "../components/time.tsx";
import { inviteLink } from "../login/invite-path.ts";
import { PEOPLES_ROLES, type PersonRole, ROLE_WORDS } from "./roles.ts";

const USUAL_DAYS = 3;
const MAX_DAYS = 30;

export function InviteDialog({ close }: { readonly close: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [role, setRole] = useState<PersonRole>("reviewer");
  const [days, setDays] = useState(String(USUAL_DAYS));
  const invite = useMutation({
    mutationFn: () =>
      api("invitePerson", {
        body: { name: name.trim(), role, expires_in_hours: Math.round(Number(days) * 24) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.invitations.list() }),
  });
  if (invite.data !== undefined) {
    const { invitation, secret } = invite.data;
    return (
      <Dialog title={`Link for ${invitation.name}`} close={close}>
        <p className="mb-3 text-ink-2">
          Send this link to {invitation.name} over a private channel. It works once, until{" "}
          <When time={invitation.expires_at} />, and won’t be shown again.
        </p>
        <CopyField text={inviteLink(secret)} label="Invitation link" />
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
    invite.mutate();
  };
  return (
    <Dialog title="Invite somebody" close={close}>
      <form className="grid gap-4" onSubmit={send}>
        <FormField label="Name" help="What they do is recorded under this name.">
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
          {PEOPLES_ROLES.map((each) => (
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
        <FormField label="Days until the link expires" help={`At most ${MAX_DAYS}.`}>
          {(fieldProps) => (
            <input
              {...fieldProps}
              className="field max-w-28"
              type="number"
              min={1}
              max={MAX_DAYS}
              step={1}
              required
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </FormField>
        <FormError error={invite.error} />
        <div className="flex justify-end gap-3">
          <Button kind="quiet" onClick={close}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" disabled={invite.isPending}>
            Create the link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
