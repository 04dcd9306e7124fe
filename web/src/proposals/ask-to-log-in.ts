import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "../api/session.ts";

export const askToLogIn = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
