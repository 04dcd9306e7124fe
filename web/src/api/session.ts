import { queryOptions } from "@tanstack/react-query";
import { api, type Answer, setCsrf } from "./api.ts";
import { isLoggedOut } from "./api-error.ts";
import { dropAllDrafts } from "../lib/drafts.ts";
import { queryClient } from "./query-client.ts";
import { queryKeys } from "./query-keys.ts";

export type Session = Answer<"getSession">;

export const sessionQuery = queryOptions({
  queryKey: queryKeys.session.current(),
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      const session = await api("getSession", { signal });
      setCsrf(session.csrf);
      return session;
    } catch (error) {
      if (isLoggedOut(error)) return null;
      throw error;
    }
  },
});

export async function logIn(token: string): Promise<Session> {
  const session = await api("logIn", { body: { token } });
  setCsrf(session.csrf);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Accepts an invitation, logs this browser in and returns the new token, which is shown once. */
export async function acceptInvitation(secret: string): Promise<Answer<"acceptInvitation">> {
  const accepted = await api("acceptInvitation", { body: { secret } });
  setCsrf(accepted.session.csrf);
  return accepted;
}

export async function logOut(): Promise<void> {
  await api("logOut", {});
  dropAllDrafts();
  setCsrf(null);
  // Set to null instead of removed, so that observers see the logout.
  queryClient.setQueryData(sessionQuery.queryKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
}

export const may = (
  session: Session | null | undefined,
  permission: Session["permissions"][number],
): boolean => session?.permissions.includes(permission) === true;
