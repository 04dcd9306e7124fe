import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../api/session.ts";

/** Looks anew who is logged in, which shows how to get in again; what was typed is kept as a draft. */
export const askToLogIn = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
