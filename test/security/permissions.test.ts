import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccess } from "../../src/app/access/open-access.ts";
import { allows, type Role, ROLES } from "../../src/core/access/permission.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { Route } from "../../src/http/route.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { checkContract } from "../check-contract.ts";
import { openHttp, type HttpSession } from "../http-session.ts";
import { openTestStore } from "../open-test-store.ts";
import { addressOf, type RequestParts, requestsFor } from "../route-request.ts";

const HOUR_MS = 3_600_000;
const SECRET = "what only kai was told";
const SAMPLES = 6;

interface Told {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

let http: HttpSession;
const tokens: Record<string, string> = {};
let cookie = "";
let kaisFeedback = "";
let kaisSubmission = "";
let hoursLater = 0;
const now = (): string => new Date(Date.now() + hoursLater * HOUR_MS).toISOString();

beforeAll(async () => {
  const store = await openTestStore();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const issue = async (name: string, role: Role, more: object = {}, by = access): Promise<string> => {
    const agent = role === "agent" ? { agent: name } : {};
    const made = await by.issueToken({ name, role, ...agent, ...more }, "root");
    if (!made.ok) throw new Error(made.error.message);
    if ("revoked" === name) await access.revokeToken(made.value.token.id, "root");
    return made.value.text;
  };
  tokens["agent"] = await issue("rio", "agent");
  tokens["kai"] = await issue("kai", "agent");
  for (const role of ROLES.slice(1)) tokens[role] = await issue(role, role);
  tokens["revoked"] = await issue("revoked", "admin");
  tokens["expired"] = await issue("late", "admin", { expires_in_hours: 1 });
  tokens["malformed"] = "emd_nonsense";
  const elsewhere = await openTestStore();
  tokens["unknown"] = await issue(
    "stranger",
    "admin",
    {},
    openAccess({ store: elsewhere, random: randomText, hash: sha256, now }),
  );
  await elsewhere.close();
  hoursLater = 2;
  http = await openHttp({ store, access, now });
  const opened = await send("POST", "/api/v1/session", {}, { token: tokens["admin"] });
  cookie = opened.cookie;
  const items = [{ comment: SECRET, agent: "kai", tags: ["secrecy"] }];
  const recorded = await send("POST", "/api/v1/feedback", bearer("reviewer"), { items });
  kaisFeedback = (JSON.parse(recorded.text) as { items: [{ feedback_id: string }] }).items[0].feedback_id;
  const work = { gate: "Before send", title: SECRET, output: SECRET };
  const submitted = await send("POST", "/api/v1/submissions", bearer("kai"), work);
  kaisSubmission = (JSON.parse(submitted.text) as { id: string }).id;
});
afterAll(() => http.close());

const bearer = (who: string): Record<string, string> => ({ authorization: `Bearer ${tokens[who]}` });

async function send(
  method: string,
  address: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Told & { readonly cookie: string }> {
  const response = await http.app.request(address, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.startsWith("text/event-stream");
  if (isStream) await response.body!.cancel();
  const text = isStream ? "" : await response.text();
  const told = /json/.test(type) ? (JSON.parse(text) as { code?: unknown }) : text;
  if (!isStream)
    checkContract(method, address, {
      status: response.status,
      headers: response.headers,
      body: told,
    });
  const code = typeof told === "object" && typeof told?.code === "string" ? told.code : undefined;
  return {
    status: response.status,
    code: response.status >= 400 ? code : undefined,
    text,
    cookie: (response.headers.get("set-cookie") ?? "").split(";")[0]!,
  };
}

/** The same requests in every run, as many as it takes to get past the schemas. */
const samplesOf = (route: Route): readonly RequestParts[] =>
  fc.sample(requestsFor(route), { numRuns: SAMPLES, seed: 17 });

const ask = (route: Route, parts: RequestParts, headers: Readonly<Record<string, string>>): Promise<Told> =>
  send(route.method.toUpperCase(), addressOf(route, parts), headers, parts.body);

/** A request in which every agent is this one, wherever it is named. */
function about(agent: string, route: Route, parts: RequestParts): RequestParts {
  const { params, query, body } = parts;
  const place = { path: "params", query: "query", body: "body" } as const;
  const named = { params, query, body: renamed(body, agent) };
  const key = route.agent === undefined ? undefined : place[route.agent];
  const inPath = "agent" in params ? { params: { ...params, agent } } : {};
  return {
    ...named,
    ...inPath,
    ...(key === undefined ? {} : { [key]: { ...(named[key] as object), agent } }),
  };
}

function renamed(value: unknown, agent: string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, agent));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "agent" ? agent : renamed(inner, agent)]),
  );
}

/** What has to do with who asks; a handler's own refusals have other codes. */
const WHO = new Set(["login_required", "forbidden", "other_agent", "csrf_refused"]);
const UNFIT = new Set(["invalid_path", "invalid_query", "invalid_body", "malformed_json"]);

function verdictOf({ status, code = "" }: Told): string {
  if (status >= 500) return `failed with ${code}`;
  if (WHO.has(code)) return code;
  return UNFIT.has(code) ? "unfit" : "answered";
}

const isLetIn = (verdict: string): boolean => verdict === "unfit" || verdict === "answered";
const guarded = ROUTES.filter(({ permission }) => permission !== "public");
const named = ROUTES.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);

describe("every route × everybody", () => {
  it.each([
    ["nobody", {}, "login_required"],
    ["a token that is none", { authorization: "Bearer x y" }, "malformed_token"],
    ["another scheme", { authorization: "Basic cm9vdDpyb290" }, "malformed_token"],
    ["a login that is none", { cookie: "emend_session=nonsense" }, "session_expired"],
  ])("%s is refused everywhere but at what is public", async (_who, headers, code) => {
    for (const route of guarded) {
      const told = await ask(route, samplesOf(route)[0]!, headers);
      expect({ route: route.id, status: told.status, code: told.code }).toEqual({
        route: route.id,
        status: 401,
        code,
      });
    }
  });

  it.each([
    ["malformed", "malformed_token"],
    ["unknown", "unknown_token"],
    ["expired", "token_expired"],
    ["revoked", "token_revoked"],
  ])("a token that is %s is refused everywhere but at what is public", async (who, code) => {
    for (const route of guarded) {
      const told = await ask(route, samplesOf(route)[0]!, bearer(who));
      expect({ route: route.id, status: told.status, code: told.code }).toEqual({
        route: route.id,
        status: 401,
        code,
      });
    }
  });

  it("a login without the token of its pages reads, and changes nothing", async () => {
    for (const route of guarded) {
      const told = await ask(route, samplesOf(route)[0]!, { cookie });
      const refused = route.method !== "get";
      const verdict = verdictOf(told);
      const fits = refused ? verdict === "csrf_refused" : isLetIn(verdict);
      expect({ route: route.id, verdict, fits }).toEqual({ route: route.id, verdict, fits: true });
    }
  });

  describe.each([...ROLES])("the role %s", (role) => {
    it.each(named)("%s: as its permission says", async (_name, route) => {
      const { permission } = route;
      const allowed = permission === "public" || allows(role, permission);
      const verdicts = new Set<string>();
      for (const parts of samplesOf(route)) {
        const asked = role === "agent" ? about("rio", route, parts) : parts;
        verdicts.add(verdictOf(await ask(route, asked, bearer(role))));
      }
      const refused = [...verdicts].filter((verdict) => !isLetIn(verdict));
      expect(refused).toEqual(allowed ? [] : ["forbidden"]);
      expect(verdicts.has("answered")).toBe(allowed);
    });
  });
});

describe("an agent's token and another agent", () => {
  const open = guarded.filter(({ permission }) => allows("agent", permission as "ask"));
  const rows = open.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);

  it.each(rows)("%s: reaches nothing of the other", async (_name, route) => {
    const verdicts = new Set<string>();
    const isOfKai =
      "feedback_id" in samplesOf(route)[0]!.params || "submission_id" in samplesOf(route)[0]!.params;
    for (const parts of samplesOf(route)) {
      const params = { ...parts.params };
      if ("feedback_id" in params) params["feedback_id"] = kaisFeedback;
      if ("submission_id" in params) params["submission_id"] = kaisSubmission;
      const told = await ask(route, about("kai", route, { ...parts, params }), bearer("agent"));
      expect(told.text).not.toContain(SECRET);
      verdicts.add(isOfKai ? String(told.status) : verdictOf(told));
    }
    verdicts.delete(isOfKai ? "422" : "unfit");
    const others = route.agent === undefined ? ["answered", "other_agent"] : ["other_agent"];
    expect([...verdicts].filter((verdict) => !(isOfKai ? ["404"] : others).includes(verdict))).toEqual([]);
    expect(verdicts.size).toBeGreaterThan(0);
  });

  it("left nothing behind under the other's name", async () => {
    const { items } = await http.context.store.feedback.list({ agent: "kai", limit: 50 });
    expect(items.filter(({ author }) => author.id === "rio")).toEqual([]);
    const work = await http.context.store.submissions.list({ agent: "kai", order: "newest", limit: 50 });
    expect(work.items.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: kaisSubmission, status: "waiting" },
    ]);
  });
});
