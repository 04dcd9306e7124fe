import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api } from "../api/api.ts";
import { may, sessionQuery } from "../api/session.ts";
import { Body, Inset } from "../parts/body.tsx";
import { Button } from "../parts/button.tsx";
import { Empty, Failed, Skeleton } from "../parts/states.tsx";
import { useKeys } from "../shell/use-keys.ts";
import { NewToken } from "./new-token.tsx";
import { PersonList } from "./person-list.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { RolesNote } from "./roles-note.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { TokenTable } from "./token-table.tsx";
import { isEnded, type Token } from "./token.ts";

/** Who and what has a token; what they do is written down under its name. */
export function PeopleView({ index }: { readonly index: ReactNode }) {
  const { data: session } = useQuery(sessionQuery);
  const isAdmin = may(session, "administer");
  return (
    <SettingsSheet
      title="People and tokens"
      standfirst="Who may do what. A token is a person or an agent; its name stands beside everything it does."
      index={index}
      margin={<RolesNote />}
    >
      {isAdmin ? (
        <Tokens />
      ) : (
        <Inset>
          <Empty title="Administrators see and make tokens.">
            You are {session?.role === "approver" ? "an approver" : "a reviewer"}. Ask an administrator for a
            token for somebody else, or run <code className="mono">emend tokens create</code> where the store
            is.
          </Empty>
        </Inset>
      )}
    </SettingsSheet>
  );
}

function Tokens() {
  const navigate = useNavigate();
  const { ended } = useSearch({ strict: false });
  const [isMaking, setMaking] = useState(false);
  const [leaving, setLeaving] = useState<Token>();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ["tokens"],
      queryFn: ({ signal, pageParam }) =>
        api("listTokens", {
          query: { limit: 200, ...(pageParam === "" ? {} : { after: pageParam }) },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
    });
  useKeys([{ keys: "n", label: "make a token", run: () => setMaking(true) }]);
  if (isPending)
    return (
      <Inset>
        <Skeleton />
      </Inset>
    );
  if (error !== null)
    return (
      <Inset>
        <Failed error={error} again={() => void refetch()} />
      </Inset>
    );
  const all = data.pages.flatMap(({ items }) => items);
  const now = new Date().toISOString();
  const over = all.filter((token) => isEnded(token, now));
  const shown = ended === "shown" ? all : all.filter((token) => !isEnded(token, now));
  return (
    <Body>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <Button kind="solid" hint="n" onClick={() => setMaking(true)}>
          Make a token
        </Button>
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
            Show {over.length} that ended
          </label>
        )}
      </div>
      <TokenTable tokens={shown} now={now} revoke={setLeaving} />
      {hasNextPage ? (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <div className="mt-8">
        <PersonList />
      </div>
      {isMaking ? <NewToken close={() => setMaking(false)} /> : null}
      {leaving === undefined ? null : <RevokeToken token={leaving} close={() => setLeaving(undefined)} />}
    </Body>
  );
}
