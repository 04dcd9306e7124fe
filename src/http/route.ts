import type { z } from "zod";
import type { Permission } from "../core/access/permission.ts";
import type { Principal } from "../core/access/token.ts";
import type { Result } from "../core/result.ts";
import type { HttpContext } from "./http-context.ts";
import type { ProblemCode } from "./problem-codes.ts";
import type { QuotaName } from "./rate-limit.ts";
import { createHash } from "node:crypto";

/** Where a request names the agent it is about; an agent's own token reaches no other. */
type AgentPlace = "path" | "query" | "body";

type Answers = Readonly<Partial<Record<200 | 201 | 202, z.ZodType> & { 204: null }>>;

export type Guard = <T extends Result<unknown, unknown>>(attempt: () => Promise<T>) => Promise<T>;

/** What a handler gets: everything is checked by the route's schemas before. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: Principal;
  /** What If-Match holds, without quotes. */
  readonly ifMatch?: string;
  readonly header: (name: string) => string | undefined;
  /** What the browser is logged in with. */
  readonly sessionSecret?: string;
  /** Tries a proof of who asks; after too many that did not count, whoever tries waits. */
  readonly guard: Guard;
  /** Uses up more of the token's quota, if a request turns out to write more than one record. */
  readonly spend: (amount: number) => void;
  /** Fires when the client is gone. */
  readonly signal: AbortSignal;
}

export interface RouteAnswer<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  /** The revision of what is answered; without one, what is read is marked by its content. */
  readonly etag?: string;
  /** Where what was made is. */
  readonly location?: string;
  /** Sets the browser's login, or takes it away where it is null. */
  readonly session?: string | null;
}

/** A value that nobody changes is as good as one that anybody may. */
type Readable<T> = T extends readonly (infer U)[]
  ? readonly Readable<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Readable<T[K]> }
    : T;

type AnswerOf<A extends Answers> = {
  [S in keyof A & number]: RouteAnswer<S, A[S] extends z.ZodType ? Readable<z.input<A[S]>> : null>;
}[keyof A & number];

interface RouteWords {
  /** The operation's id, unlike any other. */
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Below /api/v1, with parameters as in `/rules/{rule_id}`. */
  readonly path: string;
  /** The resource it belongs to, as the reference groups them. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Who may: `public` is anybody, and needs no login. */
  readonly permission: Permission | "public";
  readonly agent?: AgentPlace;
  /** What it uses up of its token's quotas: a route that writes something for good names one. */
  readonly quota?: QuotaName;
  /** Whether its answer holds a secret, which is not kept for those who ask again under the same key. */
  readonly secretAnswer?: true;
  /** The media type of an answer that is a stream and no JSON. */
  readonly media?: string;
  /** What it refuses with, besides what every route does. */
  readonly problems?: readonly ProblemCode[];
}

export interface RouteDefinition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Answers,
> extends RouteWords {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answers: A;
  readonly handle: (
    request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>,
    context: HttpContext,
  ) => Promise<AnswerOf<A>>;
}

/** One operation as the table holds it. */
export interface Route extends RouteWords {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answers: Answers;
  readonly handle: (request: RouteRequest<never, never, never>, context: HttpContext) => Promise<RouteAnswer>;
}

export const defineRoute = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  const A extends Answers,
>(
  route: RouteDefinition<P, Q, B, A>,
): Route => route;

/** What a handler answers with. */
export const answer = <const Status extends number, const Body>(
  status: Status,
  body: Body,
  more: Pick<RouteAnswer, "etag" | "location" | "session"> = {},
): RouteAnswer<Status, Body> => ({ status, body, ...more });

/** Whether the same request under the same key acts once. */
export const takesKey = ({ method, permission, secretAnswer }: Route): boolean =>
  method === "post" && permission !== "public" && secretAnswer !== true;

/** Marks what was answered by its content. */
export const contentTag = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** Whether one of the tags of If-None-Match is this one; weak and strong ones are alike here. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, "");
  return header.split(",").some((each) => {
    const one = each.trim();
    return one === "*" || one.replace(/^W\//, "") === bare;
  });
}

/** What is between the quotes of a single If-Match. */
export function matchedRevision(header: string | undefined): string | undefined {
  return /^\s{0,9}(?:W\/)?"([^"]{1,200})"\s{0,9}$/.exec(header ?? "")?.[1];
}
