import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Answer } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";
import { acceptInvitation, sessionQuery } from "../api/session.ts";
import { Button } from "../components/button.tsx";
import { CopyField } from "../components/copy-field.tsx";
import { FormError } from "../components/form-field.tsx";
import { When } from "../components/time.tsx";
import { ROLE_WORDS } from "../settings/roles.ts";
import { useTitle } from "../shell/page.tsx";

/** Lets the invited person in. Opening the page alone does not use the link up, so previews of it do no harm. */
export function InvitePage() {
  useTitle("Invitation");
  const [secret] = useState(() => location.hash.slice(1));
  const { data: session } = useQuery(sessionQuery);
  const invited = useQuery({
    queryKey: queryKeys.invitations.one(secret),
    enabled: secret !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api("lookAtInvitation", { body: { secret }, signal }),
  });
  const accept = useMutation({ mutationFn: () => acceptInvitation(secret) });
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[520px] content-center px-5 py-8">
      <h1 className="serif text-title">Join Emend</h1>
      <p className="mt-1 mb-6 text-row text-ink-2">Correct an AI agent once, and it stays corrected.</p>
      {accept.data !== undefined ? (
        <Accepted accepted={accept.data} />
      ) : invited.data !== undefined ? (
        <div className="grid gap-4 border-t border-hair-2 pt-4">
          <p className="text-row">
            {invited.data.created_by} invites you as <span className="font-medium">{invited.data.name}</span>,
            with the role {invited.data.role}: {ROLE_WORDS[invited.data.role]}.
          </p>
          <p className="text-ink-2">
            What you do is recorded under that name. The link works once, until{" "}
            <When time={invited.data.expires_at} />.
          </p>
          {session === null || session === undefined ? null : (
            <p className="text-ink-2">
              You are logged in as {session.id}. Accepting logs this browser in as {invited.data.name}{" "}
              instead.
            </p>
          )}
          <FormError error={accept.error} />
          <div>
            <Button kind="solid" autoFocus disabled={accept.isPending} onClick={() => accept.mutate()}>
              Accept the invitation
            </Button>
          </div>
        </div>
      ) : secret === "" ? (
        <Refused message="The link is incomplete: its last part is missing." />
      ) : invited.error === null ? (
        <div aria-busy="true" className="skeleton h-24" />
      ) : (
        <Refused message={invited.error.message} />
      )}
    </main>
  );
}

const Refused = ({ message }: { readonly message: string }) => (
  <div className="grid gap-4">
    <p role="alert" className="border-l-[3px] border-red pl-3 text-row">
      {message}
    </p>
    <p className="text-ink-2">
      If you accepted it before, <a href="/">log in</a> with the token that you got then.
    </p>
  </div>
);

function Accepted({
  accepted: { session, token, token_expires_at },
}: {
  readonly accepted: Answer<"acceptInvitation">;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const start = (): void => {
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, session);
    void navigate({ to: "/", search: {}, replace: true });
  };
  return (
    <div className="grid gap-4 border-t border-hair-2 pt-4">
      <p className="text-row">You are logged in as {session.id}.</p>
      <p className="text-ink-2">
        This is your token. Use it to log in on another machine, or here after this login has ended. It is
        valid until <When time={token_expires_at} /> and won’t be shown again, so store it safely.
      </p>
      <CopyField text={token} label="Your token" />
      <div>
        <Button kind="solid" onClick={start}>
          Start
        </Button>
      </div>
    </div>
  );
}
