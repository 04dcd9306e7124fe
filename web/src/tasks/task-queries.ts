import { queryOptions } from "@tanstack/react-query";
import { type Answer, api } from "../api/api.ts";
import { queryKeys } from "../api/query-keys.ts";

export type TaskHistory = Answer<"showTask">;
export type TaskRound = TaskHistory["rounds"][number];

export const taskQuery = (task: string, agent: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.tasks.one(task, agent),
    queryFn: ({ signal }) =>
      api("showTask", {
        params: { task },
        query: { limit: 20, agent },
        signal,
      }),
  });

export const tasksQuery = (agent: string) =>
  queryOptions({
    queryKey: queryKeys.tasks.list(agent),
    queryFn: ({ signal }) => api("listTasks", { query: { agent, limit: 10 }, signal }),
  });
