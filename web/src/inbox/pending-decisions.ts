import { useSyncExternalStore } from "react";
import { ApiProblem, isLoggedOut } from "../api/api-problem.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { canLeave, type DecisionBody, sendDecision } from "./send-decision.ts";

/** How long somebody can take a decision back. */
const UNDO_MS = 6_000;

export interface DecidedWork {
  readonly id: string;
  readonly title: string;
  readonly body: DecisionBody;
}

/** One press of a key, about one submission or several: sent together, undone together. */
export interface Act {
  readonly key: number;
  readonly work: readonly DecidedWork[];
  readonly state: "held" | "sending" | "failed";
  /** When it is sent; by the clock of `Date.now`. */
  readonly until: number;
  readonly problem?: string;
  /** Whether sending the same again may help. */
  readonly canRetry?: boolean;
}

interface Held {
  readonly acts: readonly Act[];
  /** What is decided as far as this browser knows, so that no list shows it as waiting. */
  readonly hidden: ReadonlySet<string>;
}

let acts: readonly Act[] = [];
const sent = new Set<string>();
let held: Held = { acts, hidden: new Set() };
let lastKey = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const watchers = new Set<() => void>();

function change(next: readonly Act[]): void {
  acts = next;
  const open = acts.filter(({ state }) => state !== "failed");
  held = { acts, hidden: new Set([...sent, ...open.flatMap(({ work }) => work.map(({ id }) => id))]) };
  for (const watch of watchers) watch();
}

const replace = (key: number, made: (act: Act) => readonly Act[]): void =>
  change(acts.flatMap((act) => (act.key === key ? made(act) : [act])));

/** Decides when the time to undo is over, or at once when the page is left. */
export function decideLater(work: readonly DecidedWork[]): void {
  if (work.length === 0) return;
  lastKey += 1;
  const key = lastKey;
  change([...acts, { key, work, state: "held", until: Date.now() + UNDO_MS }]);
  timers.set(
    key,
    setTimeout(() => void send(key), UNDO_MS),
  );
}

/** Takes back the last decision that is not sent yet, and says which. */
export function undoLast(): readonly string[] {
  const last = acts.findLast(({ state }) => state === "held");
  if (last === undefined) return [];
  clearTimeout(timers.get(last.key));
  timers.delete(last.key);
  replace(last.key, () => []);
  return last.work.map(({ id }) => id);
}

export const retry = (key: number): void => void send(key);

export const dismiss = (key: number): void => replace(key, () => []);

async function send(key: number): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const act = acts.find((one) => one.key === key);
  if (act === undefined || act.state === "sending") return;
  replace(key, ({ problem: _problem, canRetry: _can, ...rest }) => [{ ...rest, state: "sending" }]);
  const keepalive = canLeave(act.work.map(({ body }) => body));
  const failed: { readonly work: DecidedWork; readonly error: unknown }[] = [];
  await Promise.all(
    act.work.map(async (work) => {
      try {
        await sendDecision(work.id, work.body, keepalive);
        sent.add(work.id);
      } catch (error) {
        failed.push({ work, error });
      }
    }),
  );
  if (failed.some(({ error }) => isLoggedOut(error))) queryClient.setQueryData(sessionQuery.queryKey, null);
  replace(key, ({ problem: _problem, canRetry: _can, ...rest }) => {
    const [first] = failed;
    if (first === undefined) return [];
    const { error } = first;
    return [
      {
        ...rest,
        work: failed.map(({ work }) => work),
        state: "failed",
        problem: error instanceof Error ? error.message : String(error),
        canRetry:
          error instanceof ApiProblem && (error.status === 0 || error.status === 401 || error.status >= 500),
      },
    ];
  });
}

/** Whoever leaves has decided: nothing that was answered is lost with the page. */
function sendHeld(): void {
  for (const { key, state } of acts) if (state === "held") void send(key);
}

addEventListener("pagehide", sendHeld);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") sendHeld();
});

export const usePendingDecisions = (): Held =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => held,
  );
