/** What a server answered. */
export interface DemoAnswer {
  readonly status: number;
  /** Parsed JSON, of which nothing more is known. */
  readonly body: unknown;
}

/** Somebody who asks the server, with a token of their own. */
export type Ask = (
  method: "GET" | "POST",
  path: string,
  body?: Readonly<Record<string, unknown>>,
) => Promise<DemoAnswer>;

/** The world that the story happens in: a server over a clock that the story moves, and its background work. */
export interface DemoWorld {
  /** Moves the clock; it never goes back. */
  readonly setNow: (time: number) => void;
  /** Speaks to the API under a token. */
  readonly as: (token: string) => Ask;
  /** Delivers an event as GitHub does, signed. */
  readonly github: (event: string, delivery: string, payload: unknown) => Promise<DemoAnswer>;
  /** What a server does by itself meanwhile: evaluate, propose, expire, look for alerts, tell endpoints; and measure where it is asked to. */
  readonly round: (options: { readonly measure: boolean }) => Promise<void>;
  /** Whether the endpoint that is told what happens is there; while it is not it answers that it is gone. */
  readonly setEndpoint: (isThere: boolean) => void;
  /** Restarts whoever tells the endpoint, from which moment on it is told. */
  readonly tellEndpoint: () => Promise<void>;
}

/** The server did not answer as the story needs it; a fault of Emend's, never of who runs the demo. */
export class DemoFault extends Error {
  override readonly name = "DemoFault";
}

/** The body of an answer that has to be a good one. */
export async function must<T>(asked: Promise<DemoAnswer>): Promise<T> {
  const { status, body } = await asked;
  if (status >= 200 && status < 300) return body as T;
  throw new DemoFault(`the server answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
}
