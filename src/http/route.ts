import type { AgentModel } from "../core/feedback/agent-model.ts";
import type { z } from "zod";
import type { Permission } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import type { Result } from "../core/result.ts";
import type { HttpContext } from "./http-context.ts";
import type { ProblemCode } from "./problem-codes.ts";
import type { QuotaName } from "./rate-limit.ts";
import { createHash } from "node:crypto";

/** The part of a request that names its agent. An agent's own token can only access that agent. */
type AgentSource = "path" | "query" | "body";

type RouteMethod = "get" | "post" | "put" | "patch" | "delete";

type Responses = Readonly<Partial<Record<200 | 201 | 202, z.ZodType> & { 204: null }>>;

export type Guard = <T extends Result<unknown, unknown>>(attempt: () => Promise<T>) => Promise<T>;

/** The request as a handler sees it, already validated by the route's schemas. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: Principal;
  /** The value of If-Match without its quotes. */
  readonly ifMatch?: string;
  readonly header: (name: string) => string | undefined;
  /** From the headers, for routes with `takesModel`. */
  readonly agentModel: AgentModel;
  readonly sessionSecret?: string;
  /** Runs a login attempt, and refuses further ones after too many failures. */
  readonly guard: Guard;
  /** Charges the token's quota for further records, if the request writes more than one. */
  readonly spend: (amount: number) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface RouteResponse<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  /** The record's revision; if absent, the ETag of a GET is a hash of the body. */
  readonly etag?: string;
  readonly location?: string;
  /** Sets the session cookie, or deletes it if null. */
  readonly session?: string | null;
}

/** Handlers may return readonly arrays and objects where the schema infers mutable ones. */
type ReadonlyDeep<T> = T extends readonly (infer U)[]
  ? readonly ReadonlyDeep<U>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> }
    : T;

type ResponseOf<A extends Responses> = {
  [S in keyof A & number]: RouteResponse<S, A[S] extends z.ZodType ? ReadonlyDeep<z.input<A[S]>> : null>;
}[keyof A & number];

interface RouteOptions {
  /** The operation id, unique among all routes. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** `public` routes need no login. */
  readonly permission: Permission | "public";
  readonly agent?: AgentSource;
  /** The quota it uses up; every route that writes permanently has one. */
  readonly quota?: QuotaName;
  /** Whether the headers `Emend-Agent-Model` and `Emend-Agent-Version` may name the model of the run. */
  readonly takesModel?: true;
  /** Set if the response contains a secret, which must not be stored for replay under an idempotency key. */
  readonly secretResponse?: true;
  /** The media type, if the response is a stream instead of JSON. */
  readonly media?: string;
  /** Its own problem codes, in addition to those of every route. */
  readonly problems?: readonly ProblemCode[];
}

interface RouteDefinition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Responses,
> extends RouteOptions {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly responses: A;
  readonly handle: (
    request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>,
    context: HttpContext,
  ) => Promise<ResponseOf<A>>;
}

/** One operation of the API. */
export interface Route extends RouteOptions {
  readonly method: RouteMethod;
  /** Below /api/v1, with parameters as in `/rules/{rule_id}`. */
  readonly path: string;
  /** The resource it belongs to; the reference groups routes by it. */
  readonly tag: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly responses: Responses;
  readonly handle: (
    request: RouteRequest<never, never, never>,
    context: HttpContext,
  ) => Promise<RouteResponse>;
}

/** Returns a function that defines the routes of one resource: `route("GET /rules", { … })`. */
export const routesOf =
  (tag: string) =>
  <P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, const A extends Responses>(
    call: `${Uppercase<RouteMethod>} /${string}`,
    definition: RouteDefinition<P, Q, B, A>,
  ): Route => {
    const [method = "", path = ""] = call.split(" ");
    return { ...definition, tag, method: method.toLowerCase() as RouteMethod, path };
  };

export const respond = <const Status extends number, const Body>(
  status: Status,
  body: Body,
  more: Pick<RouteResponse, "etag" | "location" | "session"> = {},
): RouteResponse<Status, Body> => ({ status, body, ...more });

/** Whether the route honours Idempotency-Key. */
export const takesKey = ({ method, permission, secretResponse }: Route): boolean =>
  method === "post" && permission !== "public" && secretResponse !== true;

/** An ETag made from the content. */
export const contentTag = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether If-None-Match contains the tag, by weak comparison. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, "");
  return header.split(",").some((each) => {
    const one = each.trim();
    return one === "*" || one.replace(/^W\//, "") === bare;
  });
}

/** The revision in an If-Match header with a single tag. */
export function matchedRevision(header: string | undefined): string | undefined {
  return /^\s{0,9}(?:W\/)?"([^"]{1,200})"\s{0,9}$/.exec(header ?? "")?.[1];
}
