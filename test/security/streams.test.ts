import { afterEach, beforeEach, expect, it } from "vitest";
import { openAccess } from "../../src/app/access/open-access.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { openHttp, type HttpSession } from "../http-session.ts";
import { openTestStore } from "../open-test-store.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import type { Store } from "../../src/ports/store.ts";

let store: Store;
let here: HttpSession;
let elsewhere: HttpSession;
let ahead = 0;
const now = (): string => new Date(Date.now() + ahead).toISOString();

/** One of several servers on the store, each with a memory of its own. */
const serve = (): Promise<HttpSession> =>
  openHttp({ store, now, access: openAccess({ store, random: randomText, hash: sha256, now }) });

beforeEach(async () => {
  ahead = 0;
  store = await openTestStore();
  [here, elsewhere] = [await serve(), await serve()];
});
afterEach(async () => {
  elsewhere.context.tail.close();
  await here.close();
});

const issue = async (more: object = {}) => {
  const made = await here.context.access.issueToken({ name: "ana", role: "reviewer", ...more }, "root");
  if (!made.ok) throw new Error(made.error.message);
  return { id: made.value.token.id, headers: { authorization: `Bearer ${made.value.text}` } };
};

/** A stream, and how many milliseconds after `begun` it ended; nothing if it goes on. */
async function listen(headers: Readonly<Record<string, string>>) {
  const response = await here.app.request("/api/v1/events", { headers });
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  let heard = "";
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return performance.now();
      heard += Buffer.from(value).toString();
    }
  })();
  return {
    heard: () => heard,
    stop: () => reader.cancel(),
    endedWithin: async (ms: number): Promise<boolean> =>
      Promise.race([
        ended.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
      ]),
  };
}

it("15.14 a revoked token's stream of events ends at once on the server that revokes it", async () => {
  const [ana, ben] = [await issue(), await issue({ name: "ben" })];
  const [hers, his] = [await listen(ana.headers), await listen(ben.headers)];
  expect(await hers.endedWithin(300)).toBe(false);
  expect((await here.context.access.revokeToken(ana.id, "root")).ok).toBe(true);
  expect(await hers.endedWithin(1_000)).toBe(true);
  await store.feedback.record([makeFeedback(1)]);
  expect(await his.endedWithin(300)).toBe(false);
  expect(hers.heard()).not.toContain("feedback");
  await his.stop();
});

it("15.14 it ends within 5 seconds on other servers", async () => {
  const ana = await issue();
  const hers = await listen(ana.headers);
  await elsewhere.context.access.revokeToken(ana.id, "root");
  expect(await hers.endedWithin(5_000)).toBe(true);
}, 20_000);

it("15.14 an expired token's stream ends", async () => {
  const ana = await issue({ expires_in_hours: 1 });
  const hers = await listen(ana.headers);
  ahead = 3_600_000;
  expect(await hers.endedWithin(5_000)).toBe(true);
}, 20_000);

it("15.14 a login's stream ends when it is logged out, and when its token is revoked", async () => {
  const ana = await issue();
  const logIn = async () => {
    const token = ana.headers.authorization.slice("Bearer ".length);
    const { headers, body } = await here.anybody.post("session", { token });
    return { cookie: headers.getSetCookie()[0]!.split(";")[0]!, csrf: body.csrf as string };
  };
  const [one, two] = [await logIn(), await logIn()];
  const [first, second] = [await listen({ cookie: one.cookie }), await listen({ cookie: two.cookie })];
  await here.anybody.delete("session", undefined, { cookie: one.cookie, "x-emend-csrf": one.csrf });
  expect(await first.endedWithin(1_000)).toBe(true);
  expect(await second.endedWithin(300)).toBe(false);
  await elsewhere.context.access.revokeToken(ana.id, "root");
  expect(await second.endedWithin(5_000)).toBe(true);
}, 20_000);

it("15.14 watching a login does not count as using it", async () => {
  const ana = await issue();
  const token = ana.headers.authorization.slice("Bearer ".length);
  const { headers } = await here.anybody.post("session", { token });
  const login = await listen({ cookie: headers.getSetCookie()[0]!.split(";")[0]! });
  ahead = 11.9 * 3_600_000;
  expect(await login.endedWithin(4_500)).toBe(false);
  ahead = 12.1 * 3_600_000;
  expect(await login.endedWithin(5_000)).toBe(true);
}, 20_000);
