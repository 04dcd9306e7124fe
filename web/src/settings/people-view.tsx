import { useInfiniteQuery, useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body, Inset } from "../components/gutter.tsx";
import { Button } from "../components/button.tsx";
import { Empty, Failed, Skeleton } from "../components/states.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { NewToken } from "./new-token.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { PersonList } from "./person-list.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { TokenTable, isEnded, type Token } from "./token-table.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormError } from "../components/form-field.tsx";
import { Section } from "../components/section.tsx";
import { ROLE_WORDS, ROLES } from "./roles.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useNow } from "../components/time.tsx";

export function PeopleView({ index }: { readonly index: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  const isAdmin = may(session, "administer");
  return (
    <SettingsSheet
      title="People and tokens"
      standfirst="Invite people by a link, and give each agent a token. Everything they do is recorded under their name."
      index={index}
      margin={<RolesNote />}
    >
      {isAdmin ? (
        <Tokens />
      ) : (
        <Inset>
          <Empty title="Only administrators can manage tokens.">
            You are {session?.role === "approver" ? "an approver" : "a reviewer"}. Ask an administrator for a
            token for somebody else, or run <code className="mono">emend tokens create</code> on the machine
            that holds the store.
          </Empty>
        </Inset>
      )}
    </SettingsSheet>
  );
}

function Tokens() {
  const navigate = useNavigate();
  const { ended, invite } = useSearch({ strict: false });
  const [isMaking, setMaking] = useState(false);
  const [isInviting, setInviting] = useState(invite === "yes");
  const [leaving, setLeaving] = useState<Token>();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: queryKeys.tokens.list(),
      queryFn: ({ signal, pageParam }) =>
        api("listTokens", {
          query: { limit: 200, after: pageParam },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
    });
  const now = new Date(useNow()).toISOString();
  useKeys([
    { keys: "i", label: "invite somebody", run: () => setInviting(true) },
    { keys: "n", label: "create a token", run: () => setMaking(true) },
  ]);
  if (isPending)
    return (
      <Inset>
        <Skeleton />
      </Inset>
    );
  if (error !== null)
    return (
      <Inset>
        <Failed error={error} retry={() => void refetch()} />
      </Inset>
    );
  const all = data.pages.flatMap(({ items }) => items);
  const over = all.filter((token) => isEnded(token, now));
  const shown = ended === "shown" ? all : all.filter((token) => !isEnded(token, now));
  return (
    <Body>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div className="flex flex-wrap gap-3">
          <Button kind="solid" hint="i" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
          <Button hint="n" onClick={() => setMaking(true)}>
            Create a token
          </Button>
        </div>
        {over.length === 0 ? null : (
          <label className="flex min-h-8 items-center gap-2 text-ink-2">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={ended === "shown"}
              onChange={(event) =>
                void navigate({
                  to: "/settings",
                  search: { tab: "people", ended: event.target.checked ? "shown" : undefined },
                })
              }
            />
            Show {over.length} expired or revoked
          </label>
        )}
      </div>
      <OpenInvitations now={now} />
      <TokenTable tokens={shown} now={now} revoke={setLeaving} />
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <div className="mt-8">
        <PersonList />
      </div>
      {isInviting ? <InviteDialog close={() => setInviting(false)} /> : null}
      {isMaking ? <NewToken close={() => setMaking(false)} /> : null}
      {leaving === undefined ? null : <RevokeToken token={leaving} close={() => setLeaving(undefined)} />}
    </Body>
  );
}

function RevokeToken({ token, close }: { readonly token: Token; readonly close: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api("revokeToken", { params: { token_id: token.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.tokens.list() });
      close();
    },
  });
  return (
    <Dialog title={`Revoke the token of ${token.name}?`} close={close}>
      <p className="text-ink-2">
        It stops working within five seconds, and anyone logged in with it is logged out. This can’t be
        undone. The audit log is kept.
      </p>
      <FormError error={revoke.error} />
      <div className="mt-4 flex justify-end gap-3">
        <Button kind="quiet" autoFocus onClick={close}>
          Keep it
        </Button>
        <Button kind="solid" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke
        </Button>
      </div>
    </Dialog>
  );
}

function RolesNote() {
  return (
    <Section title="Roles">
      <p className="mb-3 text-second text-ink-2">Each role includes the ones above it.</p>
      <dl className="grid gap-3">
        {ROLES.map((role) => (
          <div key={role}>
            <dt className="font-medium">{role}</dt>
            <dd className="text-second text-ink-2">{ROLE_WORDS[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
