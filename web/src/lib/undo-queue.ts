import { useSyncExternalStore } from "react";

/** How long somebody can take an answer back. */
const UNDO_MS = 6_000;

/** One press of a key, about one thing or several: sent together, undone together. */
export interface HeldAct<Work> {
  readonly key: number;
  readonly work: readonly Work[];
  readonly state: "held" | "sending" | "failed";
  /** When it is sent; by the clock of `Date.now`. */
  readonly until: number;
  readonly problem?: string;
  /** Whether sending the same again may help. */
  readonly canRetry?: boolean;
}

export interface Failure<Work> {
  readonly work: Work;
  readonly error: unknown;
}

interface Held<Work> {
  readonly acts: readonly HeldAct<Work>[];
  /** What is answered as far as this browser knows, so that nothing shows it as waiting. */
  readonly hidden: ReadonlySet<string>;
}

interface HeldActs<Work> {
  /** Sends it when the time to undo is over, or at once when the page is left. */
  readonly later: (work: readonly Work[]) => void;
  /** Takes back the last act that is not sent yet, and says what it was about. */
  readonly undoLast: () => readonly Work[];
  readonly retry: (key: number) => void;
  readonly dismiss: (key: number) => void;
  readonly use: () => Held<Work>;
}

/** Answers that are held back for as long as they can be undone. Undo is then simply not sending. */
export function createHeldActs<Work extends { readonly id: string }>({
  send,
  canRetry,
  canLeave = () => true,
  isHeld = () => true,
}: {
  /** Sends all of an act, and says what was not taken. */
  readonly send: (work: readonly Work[]) => Promise<readonly Failure<Work>[]>;
  readonly canRetry: (error: unknown) => boolean;
  /** Whether it arrives whole though the page is left; if not it stays held, and leaving takes it back. */
  readonly canLeave?: (work: readonly Work[]) => boolean;
  /** False for work that is sent at once, without time to undo. */
  readonly isHeld?: (work: readonly Work[]) => boolean;
}): HeldActs<Work> {
  let acts: readonly HeldAct<Work>[] = [];
  let held: Held<Work> = { acts, hidden: new Set() };
  let lastKey = 0;
  const sent = new Set<string>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const watchers = new Set<() => void>();

  const change = (next: readonly HeldAct<Work>[]): void => {
    acts = next;
    const open = acts.filter(({ state }) => state !== "failed");
    held = { acts, hidden: new Set([...sent, ...open.flatMap(({ work }) => work.map(({ id }) => id))]) };
    for (const watch of watchers) watch();
  };
  const replace = (key: number, made: (act: HeldAct<Work>) => readonly HeldAct<Work>[]): void =>
    change(acts.flatMap((act) => (act.key === key ? made(act) : [act])));
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

  /** Whoever leaves has decided: nothing that was answered is lost with the page. */
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
