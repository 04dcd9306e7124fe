import { useCallback, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { sessionQuery } from "../api/session.ts";
import { dropDraft } from "../lib/drafts.ts";
import { queryKeys } from "../api/query-keys.ts";

export type Resolution = "generalizable" | "edge_case" | "ignore" | "promote";

export interface Decision {
  readonly feedback_id: string;
  readonly way: Resolution;
  readonly reason: string;
}

export interface Answered {
  readonly way: Resolution;
  /** `held` can be undone, `refused` was not saved. */
  readonly state: "held" | "sent" | "refused";
  readonly problem?: string;
}

/** Resolutions are final on the server, so they are held back for a few seconds. */
const HELD_MS = 6_000;

export function useDecisions(): {
  readonly answers: ReadonlyMap<string, Answered>;
  readonly held: Decision | null;
  readonly decide: (decision: Decision) => void;
  readonly undo: () => void;
} {
  const client = useQueryClient();
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answered>>(new Map());
  const [held, setHeld] = useState<Decision | null>(null);
  const waiting = useRef<{ readonly decision: Decision; readonly timer: number } | null>(null);

  const answer = useCallback((id: string, answered: Answered | null) => {
    setAnswers((before) => {
      const after = new Map(before);
      if (answered === null) after.delete(id);
      else after.set(id, answered);
      return after;
    });
  }, []);

  const flush = useCallback(() => {
    const due = waiting.current;
    if (due === null) return;
    clearTimeout(due.timer);
    waiting.current = null;
    setHeld(null);
    const { feedback_id, way } = due.decision;
    answer(feedback_id, { way, state: "sent" });
    send(due.decision)
      .then(() => {
        const person = client.getQueryData(sessionQuery.queryKey)?.id;
        if (person !== undefined) dropDraft(person, ignoreDraft(feedback_id));
      })
      .catch((error: unknown) =>
        answer(feedback_id, {
          way,
          state: "refused",
          problem: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => void client.invalidateQueries({ queryKey: queryKeys.evaluations.all() }));
  }, [answer, client]);

  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      flush();
    };
  }, [flush]);

  return {
    answers,
    held,
    decide: (decision) => {
      flush();
      waiting.current = { decision, timer: window.setTimeout(flush, HELD_MS) };
      setHeld(decision);
      answer(decision.feedback_id, { way: decision.way, state: "held" });
    },
    undo: () => {
      const due = waiting.current;
      if (due === null) return;
      clearTimeout(due.timer);
      waiting.current = null;
      setHeld(null);
      answer(due.decision.feedback_id, null);
    },
  };
}

export const ignoreDraft = (feedback: string): string => `ignore.${feedback}`;

function send({ feedback_id, way, reason }: Decision): Promise<unknown> {
  const params = { feedback_id };
  return way === "promote"
    ? api("promoteEvaluation", { params, body: { reason } })
    : api("resolveEvaluation", { params, body: { as: way, reason } });
}
