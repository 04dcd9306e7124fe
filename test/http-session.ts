import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { openAccess } from "../src/app/access/open-access.ts";
import { composeEmend } from "../src/compose.ts";
import type { Ports } from "../src/compose/ports.ts";
import { showSetting } from "../src/cli/config/show-setting.ts";
import { CONFIG_KEYS } from "../src/config/config-keys.ts";
import { allows, type Role } from "../src/core/access/permission.ts";
import type { Principal } from "../src/core/access/token.ts";
import { BUILT_IN_PACKS } from "../src/core/gate/built-in-packs.ts";
import { createGateCatalogue } from "../src/core/gate/gate.ts";
import { DEFAULT_GATE_HOURS } from "../src/core/submission/read-submission.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import { ok } from "../src/core/result.ts";
import { randomText } from "../src/drivers/crypto/random-text.ts";
import { sha256 } from "../src/drivers/crypto/sha256.ts";
import { createHttpApp } from "../src/http/create-http-app.ts";
import { createEventTail } from "../src/http/event-tail.ts";
import type { HttpContext } from "../src/http/http-context.ts";
import { checkContract } from "./check-contract.ts";
import { openTestStore } from "./open-test-store.ts";
import { testPorts } from "./test-ports.ts";
import { NO_METRICS, SILENT_LOG } from "./silent-http.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, else its text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the contract has checked it, and each test knows what it asked for
  readonly body: any;
}

type Ask = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>;

export interface HttpCaller {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<HttpAnswer>;
  readonly post: Ask;
  readonly put: Ask;
  readonly patch: Ask;
  readonly delete: Ask;
}

export interface HttpSession {
  readonly context: HttpContext;
  readonly app: ReturnType<typeof createHttpApp>;
  /** Somebody with a token of this role; every answer they get is checked against the contract. */
  readonly as: (role: Role, who?: { readonly name?: string; readonly agent?: string }) => HttpCaller;
  /** Without any token. */
  readonly anybody: HttpCaller;
  readonly close: () => Promise<void>;
}

/** The server in process over a real store that lives as long as the test. */
export async function openHttp(
  more: Partial<HttpContext> = {},
  own: Pick<Partial<Ports>, "repository"> = {},
): Promise<HttpSession> {
  const store = more.store ?? (await openTestStore());
  const principals = new Map<string, Principal>();
  const now = (): string => new Date().toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const given: Omit<HttpContext, "emend"> = {
    version: "0.0.0-test",
    store,
    events: store.events,
    tail: createEventTail(store.events),
    policy: DEFAULT_RULE_POLICY,
    gates: createGateCatalogue(BUILT_IN_PACKS),
    reminders: "own",
    gateHours: DEFAULT_GATE_HOURS,
    access: {
      ...access,
      authenticate: async (token) => {
        const principal = principals.get(token);
        return principal === undefined ? access.authenticate(token) : ok(principal);
      },
      // The store does not know who was made up here.
      watch: (held, end) =>
        principals.has(held.principal.token_id ?? "") ? () => {} : access.watch(held, end),
    },
    now,
    createId: randomUUID,
    hash: sha256,
    limits: { bodyBytes: 4 * 1024 * 1024, requestsPerMinute: 0 },
    settings: CONFIG_KEYS.map((key) => showSetting({ key, value: key.default, source: "default" })),
    publicUrl: "http://localhost",
    hosts: [],
    allowedOrigins: [],
    log: SILENT_LOG,
    metrics: NO_METRICS,
    validateResponses: true,
    ...more,
  };
  const { policy, gateHours, createId, hash, events } = given;
  const ports = { events, policy, gateHours, createId, hash, now: given.now, answersMany: true };
  const emend = composeEmend(testPorts(store, { ...ports, ...own, gates: async () => given.gates }));
  const context: HttpContext = { ...given, emend };
  const app = createHttpApp(context);
  const callerOf = (token?: string): HttpCaller => {
    const ask =
      (method: string) =>
      async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> => {
        const address = path.startsWith("/") ? path : `/api/v1/${path}`;
        const response = await app.request(address, {
          method,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        });
        const text = await response.text();
        const isJson = /json/.test(response.headers.get("content-type") ?? "");
        const answer = {
          status: response.status,
          headers: response.headers,
          body: isJson ? (JSON.parse(text) as unknown) : text,
        };
        checkContract(method, address, answer);
        return answer;
      };
    return {
      get: (path, headers) => ask("GET")(path, undefined, headers),
      post: ask("POST"),
      put: ask("PUT"),
      patch: ask("PATCH"),
      delete: ask("DELETE"),
    };
  };
  return {
    context,
    app,
    as: (role, { name = role, agent } = {}) => {
      expect(allows(role, "ask")).toBe(true);
      const token = `emd_${randomUUID()}`;
      principals.set(token, {
        id: name,
        role,
        kind: "token",
        token_id: token,
        ...(role === "agent" ? { agent: agent ?? name } : {}),
      });
      return callerOf(token);
    },
    anybody: callerOf(),
    close: async () => {
      context.tail.close();
      await store.close();
    },
  };
}
