import * as fc from "fast-check";
import { PROBLEMS } from "../../src/http/problem-codes.ts";
import type { Route } from "../../src/http/route.ts";
import { checkContract } from "../check-contract.ts";
import type { HttpSession } from "../http-session.ts";
import { addressOf, type RequestParts } from "../route-request.ts";
import { bodyText, fitting, nearlyFitting, RAW_BODIES, RAW_QUERIES } from "./http-requests.ts";

export interface FuzzTarget {
  readonly http: HttpSession;
  /** Somebody who may do everything, so that every handler is reached. */
  readonly token: string;
  /** Ids of what is there, by the name of the parameter. */
  readonly known: Readonly<Record<string, string>>;
}

/** Asks a route for what fits, what nearly fits and what is hostile; fails where an answer is not as the contract says. */
export async function checkRoute(route: Route, target: FuzzTarget, numRuns: number): Promise<void> {
  for (const requests of [fitting(route), nearlyFitting(route)]) {
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), (parts, aboutKnown) =>
        askWith(route, aboutKnown ? withKnown(parts, target) : parts, target),
      ),
      { numRuns },
    );
  }
  const [parts] = fc.sample(fitting(route), { numRuns: 1, seed: 5 });
  const address = addressOf(route, withKnown(parts!, target)).split("?")[0]!;
  for (const query of RAW_QUERIES) {
    await ask(route, target, address + query, parts!.body === undefined ? undefined : bodyText(parts!.body));
  }
  if (route.body === undefined) return;
  for (const [, body] of RAW_BODIES) await ask(route, target, address, body);
}

const withKnown = (parts: RequestParts, { known }: FuzzTarget): RequestParts => ({
  ...parts,
  params: Object.fromEntries(
    Object.entries(parts.params).map(([name, value]) => [name, known[name] ?? value]),
  ),
});

const askWith = (route: Route, parts: RequestParts, target: FuzzTarget): Promise<void> =>
  ask(
    route,
    target,
    addressOf(route, parts),
    "body" in parts && parts.body !== undefined ? bodyText(parts.body) : undefined,
  );

async function ask(
  route: Route,
  { http, token }: FuzzTarget,
  address: string,
  body: string | Uint8Array | undefined,
): Promise<void> {
  const method = route.method.toUpperCase();
  const response = await http.app.request(address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: body as string }),
  });
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return response.body!.cancel();
  const text = await response.text();
  const told = /json/.test(type) ? (JSON.parse(text) as unknown) : text;
  if (response.status >= 400) checkProblem(`${method} ${address.slice(0, 200)}`, response, told);
  // What an address means is for the server to say; where it is not this route's, the contract of another holds.
  if (response.status !== 404 || isRouted(told)) {
    checkContract(method, new URL(address, "http://localhost").pathname, {
      status: response.status,
      headers: response.headers,
      body: told,
    });
  }
}

const isRouted = (told: unknown): boolean => (told as { readonly code?: unknown }).code !== "not_found";

function checkProblem(at: string, { status, headers }: Response, told: unknown): void {
  const { code, status: said } = (told ?? {}) as { readonly code?: string; readonly status?: number };
  const known = PROBLEMS[code as keyof typeof PROBLEMS] as { readonly status: number } | undefined;
  const fits = known?.status === status && said === status && status < 500;
  if (fits && headers.get("content-type") === "application/problem+json") return;
  throw new Error(`${at} -> ${status}: ${JSON.stringify(told).slice(0, 500)}`);
}
