import { Agent, request } from "node:http";
import { type Mix, OPERATIONS, type Operation, operationAt, totalOf } from "./company.ts";
import { percentile } from "./drive-decisions.ts";
import { type LoadRequest, makeRequest, type World } from "./make-request.ts";

export interface MixResult {
  readonly sent: number;
  /** A second, over the whole time until the last answer. */
  readonly answered: number;
  /** Answered with an error, or not at all. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
  readonly seconds: number;
  /** Milliseconds from when a request was due until it was answered, ascending. */
  readonly latencies: Float64Array;
  readonly byOperation: Readonly<Partial<Record<Operation, { count: number; p50: number; p95: number }>>>;
}

const CONNECTIONS = 128;
const MOST_IN_FLIGHT = 2_000;
const PATIENCE_MS = 30_000;

/** Sends the mix at its own pace, whether or not earlier requests are answered; numbers begin at `from`. */
export async function driveMix(
  urls: readonly string[],
  world: World,
  { mix, seconds, from }: { readonly mix: Mix; readonly seconds: number; readonly from: number },
): Promise<MixResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const rate = totalOf(mix);
  const total = Math.max(1, Math.round(rate * seconds));
  const times = new Map<Operation, number[]>(OPERATIONS.map((operation) => [operation, []]));
  const waiting = new Set<Promise<void>>();
  let [sent, failed] = [0, 0];
  let firstFailure: string | undefined;
  const started = performance.now();
  const one = async (n: number): Promise<void> => {
    const due = started + (n * 1_000) / rate;
    const operation = operationAt(mix, n);
    const asked = makeRequest(operation, from + n, world);
    const { status, text } = await ask(agent, urls[n % urls.length]!, asked).catch((error: Error) => ({
      status: 0,
      text: error.message,
    }));
    // MCP tells a failed tool in an answer that is fine otherwise.
    const refused = operation === "mcp" && (!text.includes('"result"') || text.includes('"isError":true'));
    if (status < 200 || status > 299 || refused) {
      failed += 1;
      firstFailure ??= `${operation} ${asked.path}: ${status} ${text.slice(0, 300)}`;
    } else if (asked.path === "/api/v1/submissions") {
      world.waiting.push((JSON.parse(text) as { readonly id: string }).id);
    }
    times.get(operation)!.push(performance.now() - due);
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, 1 + Math.floor(((performance.now() - started) * rate) / 1_000));
      // What is not sent in time counts as late all the same; without an end to it the generator would run out of memory.
      for (; sent < due && waiting.size < MOST_IN_FLIGHT; sent += 1) {
        const asking = one(sent).finally(() => waiting.delete(asking));
        waiting.add(asking);
      }
      const isOver = performance.now() - started > seconds * 1_000 + PATIENCE_MS;
      if (sent < total && !isOver) return;
      clearInterval(timer);
      resolve();
    }, 2);
  });
  await Promise.all(waiting);
  const took = (performance.now() - started) / 1_000;
  agent.destroy();
  const byOperation: Partial<Record<Operation, { count: number; p50: number; p95: number }>> = {};
  for (const [operation, list] of times) {
    if (list.length === 0) continue;
    const ascending = Float64Array.from(list).toSorted();
    const [p50, p95] = [percentile(ascending, 0.5), percentile(ascending, 0.95)];
    byOperation[operation] = { count: list.length, p50, p95 };
  }
  return {
    sent,
    answered: sent / took,
    failed,
    firstFailure,
    seconds: took,
    latencies: Float64Array.from([...times.values()].flat()).toSorted(),
    byOperation,
  };
}

function ask(agent: Agent, url: string, asked: LoadRequest): Promise<{ status: number; text: string }> {
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${asked.token}`,
      accept: "application/json, text/event-stream",
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const sending = request(
      `${url}${asked.path}`,
      { agent, method: asked.method, headers, timeout: PATIENCE_MS },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          if (text.length < 100_000) text += part;
        });
        response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.once("error", reject);
      },
    );
    sending.once("timeout", () => sending.destroy(new Error("no answer in time")));
    sending.once("error", reject);
    sending.end(body);
  });
}
