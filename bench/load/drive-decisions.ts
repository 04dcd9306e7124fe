import { Agent, request } from "node:http";
import { makeDecision } from "./make-record.ts";

export interface LoadPlan {
  readonly urls: readonly string[];
  readonly token: string;
  readonly rate: number;
  readonly seconds: number;
  /** Tells the decisions of one run from those of another. */
  readonly name: string;
}

export interface LoadResult {
  /** Ids that the server said it has. */
  readonly acknowledged: readonly string[];
  readonly refused: number;
  /** Of requests that failed and were sent again until they were answered. */
  readonly resent: number;
  /** Milliseconds from when a decision was due to be sent until it was acknowledged, ascending. */
  readonly latencies: Float64Array;
  readonly seconds: number;
}

const CONNECTIONS = 64;
/** Few, so that each of them decides often. */
const AGENTS = 20;

/**
 * Sends decisions at a steady rate, whether or not earlier ones are answered, so that a slow answer makes the later ones
 * late as well and is seen. What fails in transit is sent again, to the next server, until it is answered.
 */
export async function driveDecisions({ urls, token, rate, seconds, name }: LoadPlan): Promise<LoadResult> {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: CONNECTIONS }));
  const total = Math.round(rate * seconds);
  const latencies = new Float64Array(total);
  const acknowledged: string[] = [];
  let refused = 0;
  let resent = 0;
  let sent = 0;
  const started = performance.now();
  const waiting: Promise<void>[] = [];

  const one = async (n: number): Promise<void> => {
    const due = started + (n * 1_000) / rate;
    const body = decision(name, n);
    for (let attempt = 0; ; attempt += 1) {
      const at = (n + attempt) % urls.length;
      try {
        const status = await post(agents[at]!, urls[at]!, token, body);
        if (status === 200) acknowledged.push(`${name}-${n}`);
        else if (status >= 500 || status === 429) throw new Error(String(status));
        else refused += 1;
        latencies[n] = performance.now() - due;
        return;
      } catch {
        resent += 1;
        await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 20 * 2 ** attempt)));
      }
    }
  };

  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - started) * rate) / 1_000));
      for (; sent < due; sent += 1) waiting.push(one(sent));
      if (sent < total) return;
      clearInterval(timer);
      resolve();
    }, 2);
  });
  await Promise.all(waiting);
  for (const agent of agents) agent.destroy();
  return {
    acknowledged,
    refused,
    resent,
    latencies: latencies.toSorted(),
    seconds: (performance.now() - started) / 1_000,
  };
}

const decision = (name: string, n: number): string =>
  JSON.stringify({ ...makeDecision(name, n, new Date().toISOString()), agent: `agent-${n % AGENTS}` });

function post(agent: Agent, url: string, token: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/v1/decisions`,
      {
        agent,
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
        timeout: 20_000,
      },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", reject);
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.once("error", reject);
    asked.end(body);
  });
}

export const percentile = (ascending: Float64Array, share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
