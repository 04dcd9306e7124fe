import { setTimeout } from "node:timers/promises";
import type { Chance } from "./seeded-random.ts";

/** What became of one thing that was asked for, as far as whoever asked can know. */
export interface Told {
  /** `unknown`: no answer came that settles it, so it may or may not have happened. */
  readonly fate: "acknowledged" | "refused" | "unknown";
  readonly attempts: number;
  readonly status?: number;
  readonly code?: string;
  readonly body?: unknown;
}

export interface Asked {
  readonly token: string;
  readonly path: string;
  readonly body: unknown;
  readonly key?: string;
}

/** What was answered, by status and code, so that a run can say what clients saw. */
export type Answers = Map<string, number>;

const TIMEOUT_MS = 8_000;

/** Sends requests to whichever server, again and again under one key, until one settles it or patience ends. */
export function labClient(urls: readonly string[], chance: Chance, answers: Answers) {
  const once = async ({ token, path, body, key }: Asked): Promise<Omit<Told, "attempts">> => {
    const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
    try {
      const response = await fetch(`${chance.pick(urls)}/api/v1${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = (await response.json()) as { readonly code?: string };
      const { status } = response;
      if (response.ok) {
        count(String(status));
        return { fate: "acknowledged", status, body: answer };
      }
      const code = answer.code ?? "";
      count(`${status} ${code}`);
      const isOpen = status >= 500 || status === 429 || code === "idempotency_running";
      return { fate: isOpen ? "unknown" : "refused", status, code };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      count(cause?.code ?? name);
      return { fate: "unknown" };
    }
  };
  const ask = async (asked: Asked): Promise<Told> => {
    const patience = chance.between(1, 8);
    for (let attempts = 1; ; attempts += 1) {
      const told = await once(asked);
      // A refusal after an attempt that nobody answered may be that attempt's own doing.
      if (told.fate === "refused" && attempts > 1) return { ...told, fate: "unknown", attempts };
      if (told.fate !== "unknown" || attempts >= patience) return { ...told, attempts };
      await setTimeout(Math.min(1_500, 100 * 2 ** attempts));
    }
  };
  return { once, ask };
}

export type LabClient = ReturnType<typeof labClient>;
