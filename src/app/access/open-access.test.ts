import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../../test/open-test-store.ts";
import { randomText } from "../../drivers/crypto/random-text.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";
import type { TokenStore } from "../../ports/access-store.ts";
import { authenticateToken } from "./open-access.ts";
import { issueToken, type NewToken, revokeToken, createTokenCache } from "./tokens.ts";

let store: Store;
let time: number;
let asked: number;
const now = (): string => new Date(time).toISOString();

/** The store's tokens, counting how often they are asked. */
let tokens: TokenStore;

beforeEach(async () => {
  store = await openTestStore();
  time = Date.parse("2026-03-01T12:00:00Z");
  asked = 0;
  tokens = {
    ...store.tokens,
    findByHash: (hash) => {
      asked += 1;
      return store.tokens.findByHash(hash);
    },
  };
});
afterEach(() => store.close());

const issue = async (input: Readonly<Record<string, unknown>> = {}): Promise<NewToken> => {
  const issuing = issueToken({ tokens, people: store.people, random: randomText, hash: sha256, now });
  const made = await issuing({ name: "ana", role: "approver", ...input }, "root");
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};

/** One server's way to ask. */
const server = () => {
  const cache = createTokenCache();
  return {
    authenticate: authenticateToken({ tokens, cache, hash: sha256, now }),
    revoke: revokeToken({ tokens, cache, now }),
  };
};

describe("authenticateToken", () => {
  it("says who holds a token", async () => {
    const { authenticate } = server();
    const { text, token } = await issue();
    expect(await authenticate(text)).toEqual({
      ok: true,
      value: { id: "ana", role: "approver", kind: "token", token_id: token.id },
    });
    const agent = await issue({ role: "agent", agent: "rio", name: "rio's hook" });
    expect(await authenticate(agent.text)).toMatchObject({ value: { id: "rio's hook", agent: "rio" } });
  });

  it.each([
    { why: "nothing", change: () => "", code: "malformed_token" },
    { why: "a typo", change: (text: string) => text.replace(/.$/, "!"), code: "malformed_token" },
    { why: "a cut", change: (text: string) => text.slice(0, -1), code: "malformed_token" },
    { why: "much", change: () => "emd_".repeat(100_000), code: "malformed_token" },
  ])("refuses $why without asking the store, and repeats no secret", async ({ change, code }) => {
    const { text } = await issue();
    const answer = await server().authenticate(change(text));
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(answer)).not.toContain(text.slice(20, 40));
    expect(asked).toBe(0);
  });

  it("does not know a token of another store", async () => {
    const other = await openTestStore();
    const issuing = issueToken({ ...other, random: randomText, hash: sha256, now });
    const made = await issuing({ name: "eve", role: "admin" }, "root");
    await other.close();
    const answer = await server().authenticate(made.ok ? made.value.text : "");
    expect(answer).toMatchObject({ ok: false, error: { code: "unknown_token" } });
  });

  it("ends with the token, to the millisecond, also while it is remembered", async () => {
    const { authenticate } = server();
    const { text } = await issue({ expires_in_hours: 1 });
    time += 3_599_999;
    expect(await authenticate(text)).toMatchObject({ ok: true });
    time += 1;
    expect(await authenticate(text)).toMatchObject({ ok: false, error: { code: "token_expired" } });
  });

  it("asks the store once in 5 seconds, however many ask", async () => {
    const { authenticate } = server();
    const { text } = await issue();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => authenticate(text)));
      time += 4_999;
      await authenticate(text);
      expect(asked).toBe(round + 1);
      time += 1;
    }
  });

  it("notices a revocation at once in the process that made it, and within 5 seconds in others", async () => {
    const [here, there] = [server(), server()];
    const { text, token } = await issue();
    await here.authenticate(text);
    await there.authenticate(text);
    expect(await here.revoke(token.id, "root")).toMatchObject({ ok: true, value: { changed: true } });
    const revoked = { ok: false, error: { code: "token_revoked" } };
    expect(await here.authenticate(text)).toMatchObject(revoked);
    expect(await there.authenticate(text)).toMatchObject({ ok: true });
    time += 5_000;
    expect(await there.authenticate(text)).toMatchObject(revoked);
    time += 10_000_000_000;
    expect(await here.authenticate(text)).toMatchObject(revoked);
  });

  it("remembers nothing that was read before a revocation", async () => {
    const { text, token } = await issue();
    let answer = (): void => {};
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const before = tokens;
    let first = true;
    tokens = {
      ...tokens,
      findByHash: async (hash) => {
        const found = await before.findByHash(hash);
        if (first) {
          first = false;
          await slow;
        }
        return found;
      },
    };
    const { authenticate, revoke } = server();
    const early = authenticate(text);
    await revoke(token.id, "root");
    expect(await authenticate(text)).toMatchObject({ ok: false });
    answer();
    await early;
    expect(await authenticate(text)).toMatchObject({ ok: false });
  });

  it("asks again after a failure, and when the clock is set back", async () => {
    const { text } = await issue();
    const before = tokens;
    let fails = true;
    tokens = {
      ...tokens,
      findByHash: (hash) => (fails ? Promise.reject(new Error("away")) : before.findByHash(hash)),
    };
    const { authenticate } = server();
    await expect(authenticate(text)).rejects.toThrow("away");
    fails = false;
    expect(await authenticate(text)).toMatchObject({ ok: true });
    time -= 1;
    await authenticate(text);
    expect(asked).toBe(2);
  });

  it("remembers a bounded number, and no unknown ones", async () => {
    const cache = createTokenCache();
    const { token } = await issue();
    for (let n = 0; n < 1_001; n += 1) await cache.find(`h${n}`, 0, async () => token);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return undefined;
    };
    for (const hash of ["h1000", "h1", "h0", "h0", "none", "none"]) await cache.find(hash, 1, load);
    expect(loads).toBe(4);
  });

  it("notes the use once a minute, and stands its failure", async () => {
    const { text, token } = await issue();
    let touches = 0;
    tokens = {
      ...tokens,
      touch: async (id, at) => {
        touches += 1;
        if (touches === 2) throw new Error("away");
        await store.tokens.touch(id, at);
      },
    };
    const { authenticate } = server();
    for (let n = 0; n < 130; n += 1) {
      expect(await authenticate(text)).toMatchObject({ ok: true });
      time += 1_000;
    }
    expect(touches).toBe(3);
    await expect
      .poll(async () => (await store.tokens.find(token.id))?.last_used_at)
      .toBe("2026-03-01T12:02:00.000Z");
  });

  it("refuses to revoke a token that there is not", async () => {
    expect(await server().revoke(`tk_${"x".repeat(500)}`, "root")).toMatchObject({
      ok: false,
      error: { code: "token_not_found" },
    });
  });
});
