import { useSyncExternalStore } from "react";

const UNDO_MS = 6_000;

export interface QueuedAction<Work> {
  readonly key: number;
  readonly work: readonly Work[];
  readonly state: "held" | "sending" | "failed";
  readonly until: number;
  readonly problem?: string;
  readonly canRetry?: boolean;
}

export interface Failure<Work> {
  readonly work: Work;
  readonly error: unknown;
}

interface Held<Work> {
  readonly acts: readonly QueuedAction<Work>[];
  /** Ids that this browser has already decided. */
  readonly hidden: ReadonlySet<string>;
}

interface UndoQueue<Work> {
  readonly later: (work: readonly Work[]) => void;
  readonly undoLast: () => readonly Work[];
  readonly retry: (key: number) => void;
  readonly dismiss: (key: number) => void;
  readonly use: () => Held<Work>;
}

/** Holds actions back for as long as they can be undone, so that undo is simply not sending. */
export function createUndoQueue<Work extends { readonly id: string }>({
  send,
  canRetry,
  canLeave = () => true,
  isHeld = () => true,
}: {
  readonly send: (work: readonly Work[]) => Promise<readonly Failure<Work>[]>;
  readonly canRetry: (error: unknown) => boolean;
  /** If false, leaving the page cancels the action instead of sending it. */
  readonly canLeave?: (work: readonly Work[]) => boolean;
  /** False for work that is sent immediately, without undo. */
  readonly isHeld?: (work: readonly Work[]) => boolean;
}): UndoQueue<Work> {
  let acts: readonly QueuedAction<Work>[] = [];
  let held: Held<Work> = { acts, hidden: new Set() };
  let lastKey = 0;
  const sent = new Set<string>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const watchers = new Set<() => void>();

  const change = (next: readonly QueuedAction<Work>[]): void => {
    acts = next;
    const open = acts.filter(({ state }) => state !== "failed");
    held = { acts, hidden: new Set([...sent, ...open.flatMap(({ work }) => work.map(({ id }) => id))]) };
    for (const watch of watchers) watch();
  };
  const replace = (key: number, update: (act: QueuedAction<Work>) => readonly QueuedAction<Work>[]): void =>
    change(acts.flatMap((act) => (act.key === key ? update(act) : [act])));
  const stopTimer = (key: number): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
  };

  const sendAct = async (key: number): Promise<void> => {
    stopTimer(key);
    const act = acts.find((one) => one.key === key);
    if (act === undefined || act.state === "sending") return;
    replace(key, ({ problem: _problem, canRetry: _can, ...rest }) => [{ ...rest, state: "sending" }]);
    const failed = await send(act.work);
    const refused = new Set(failed.map(({ work }) => work.id));
    for (const { id } of act.work) if (!refused.has(id)) sent.add(id);
    replace(key, (sending) => {
      const [first] = failed;
      if (first === undefined) return [];
      const { error } = first;
      const problem = error instanceof Error ? error.message : String(error);
      const work = failed.map((one) => one.work);
      return [{ ...sending, work, state: "failed", problem, canRetry: canRetry(error) }];
    });
  };

  /** Leaving the page sends what is held back. */
  const leave = (): void => {
    for (const { key, state, work } of acts) if (state === "held" && canLeave(work)) void sendAct(key);
  };
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
  });

  return {
    later: (work) => {
      if (work.length === 0) return;
      lastKey += 1;
      const key = lastKey;
      change([...acts, { key, work, state: "held", until: Date.now() + UNDO_MS }]);
      if (!isHeld(work)) {
        void sendAct(key);
        return;
      }
      timers.set(
        key,
        setTimeout(() => void sendAct(key), UNDO_MS),
      );
    },
    undoLast: () => {
      const last = acts.findLast(({ state }) => state === "held");
      if (last === undefined) return [];
      stopTimer(last.key);
      replace(last.key, () => []);
      return last.work;
    },
    retry: (key) => void sendAct(key),
    dismiss: (key) => replace(key, () => []),
    use: () =>
      useSyncExternalStore(
        (watch) => {
          watchers.add(watch);
          return () => watchers.delete(watch);
        },
        () => held,
      ),
  };
}
