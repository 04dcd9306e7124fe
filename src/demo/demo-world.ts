export interface DemoAnswer {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** Sends a request to the API with a token. */
export type ApiClient = (
  method: "GET" | "POST",
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<DemoAnswer>;

/** What the story controls: a server, its clock and its background work. */
export interface DemoWorld {
  /** Advances the clock. */
  readonly setNow: (time: number) => void;
  readonly as: (token: string) => ApiClient;
  /** Delivers a signed webhook, as GitHub does. */
  readonly github: (event: string, delivery: string, payload: unknown) => Promise<DemoAnswer>;
  /** Runs the background work: evaluate, propose, expire, alert and deliver webhooks; optionally measure rules. */
  readonly round: (options: { readonly measure: boolean }) => Promise<void>;
  /** While the webhook endpoint is down, it responds with 410 Gone. */
  readonly setEndpointUp: (isUp: boolean) => void;
  /** Starts delivering events to the endpoint from now on. */
  readonly startDelivery: () => Promise<void>;
}

/** The server did not respond as the story expects, which is a bug in Emend. */
export class DemoFault extends Error {
  override readonly name = "DemoFault";
}

/** The body of a response that must be successful. */
export async function must<T>(response: Promise<DemoAnswer>): Promise<T> {
  const { status, body } = await response;
  if (status >= 200 && status < 300) return body as T;
  throw new DemoFault(`the server answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
}
