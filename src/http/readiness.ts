import type { HttpContext } from "./http-context.ts";

type Check = "ok" | "failed" | "slow" | "stopping";

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<"server" | "store" | "events", Check>>;
}

const LIMIT_MS = 1_000;

/** Asks the store and the event log for next to nothing; however many probe, each is asked once at a time. */
export function createReadiness(
  { store, events, stopping }: Pick<HttpContext, "store" | "events" | "stopping">,
  limitMs = LIMIT_MS,
): () => Promise<Readiness> {
  const checkStore = onceAtATime(() => store.rules.find("readyz"));
  const checkEvents = onceAtATime(() => events.newest());
  return async () => {
    const [storeAnswer, eventsAnswer] = await Promise.all([
      within(limitMs, checkStore()),
      within(limitMs, checkEvents()),
    ]);
    const server = stopping?.() === true ? "stopping" : "ok";
    const checks = { server, store: storeAnswer, events: eventsAnswer } as const;
    return { ready: Object.values(checks).every((check) => check === "ok"), checks };
  };
}

function onceAtATime(ask: () => Promise<unknown>): () => Promise<Check> {
  let running: Promise<Check> | undefined;
  const answered = async (): Promise<Check> => {
    try {
      await ask();
      return "ok";
    } catch {
      return "failed";
    } finally {
      running = undefined;
    }
  };
  return () => (running ??= answered());
}

async function within(ms: number, check: Promise<Check>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Check>((resolve) => (timer = setTimeout(() => resolve("slow"), ms)));
  const answer = await Promise.race([check, limit]);
  clearTimeout(timer);
  return answer;
}
