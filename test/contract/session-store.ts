import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLoginLink, startSession } from "../../src/core/access/session.ts";
import { type Principal, principalOf } from "../../src/core/access/token.ts";
import type { SessionStore } from "../../src/ports/access-store.ts";
import type { Store } from "../../src/ports/store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import { issueNumber } from "./make-token.ts";
import type { StoreDriver } from "./store-driver.ts";

const NOW = "2026-06-01T12:00:00.000Z";
const BEN: Principal = { id: "ben", role: "reviewer", kind: "session" };

/** What every driver of the port promises. */
export function describeSessionStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the session store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let sessions: SessionStore;

    beforeEach(async () => {
      number += 1;
      name = `sessions-${number}`;
      store = await open({ name });
      ({ sessions } = store);
    });
    afterEach(() => store.close());

    const login = async (hash: string, principal: Principal = BEN, now = NOW) => {
      const session = startSession(hash, principal, { now });
      await sessions.open(session);
      return session;
    };

    it("keeps a login until it is closed, also when opened again", async () => {
      const session = await login("a");
      expect(await sessions.find("a")).toEqual({ session });
      await store.close();
      store = await open({ name });
      ({ sessions } = store);
      expect(await sessions.find("a")).toEqual({ session });
      for (const other of ["", "A", "b", "\0", "\uD800"]) expect(await sessions.find(other)).toBeUndefined();
      expect(await sessions.close("a")).toBe(true);
      expect(await sessions.close("a")).toBe(false);
      expect(await sessions.find("a")).toBeUndefined();
    });

    it("refuses two logins of one secret", async () => {
      const session = await login("a");
      await expect(login("a", { ...BEN, id: "eve" })).rejects.toMatchObject({ code: "record_refused" });
      expect(await sessions.find("a")).toEqual({ session });
    });

    it("moves the end of a login, and never back", async () => {
      const session = await login("a");
      const later = "2026-06-02T12:00:00.000Z";
      await sessions.extend("a", later);
      await sessions.extend("a", session.expires_at);
      await sessions.extend("nobody", later);
      expect(await sessions.find("a")).toEqual({ session: { ...session, expires_at: later } });
    });

    it.each(HOSTILE_TEXTS.filter(({ text }) => text.length < 1_000))(
      "keeps whoever has a name with $why, to the letter",
      async ({ text }) => {
        const principal: Principal = { id: text, role: "agent", agent: text, kind: "session" };
        const session = await login("a", principal);
        await login("b", { ...principal, id: `${text}.` });
        await sessions.addLink(createLoginLink("l", principal, NOW));
        expect(await sessions.find("a")).toEqual({ session });
        expect(await sessions.closeAllOf({ person: text })).toBe(2);
        expect(await sessions.find("a")).toBeUndefined();
        expect(await sessions.find("b")).toBeDefined();
      },
    );

    describe("a token's logins", () => {
      it("come with the token as it is now", async () => {
        const token = await issueNumber(store.tokens, 1);
        const session = await login("a", principalOf(token));
        expect(session.principal).toMatchObject({ kind: "session", token_id: token.id });
        expect(await sessions.find("a")).toEqual({ session, token });
      });

      it("end with it, as its links do, and others stay", async () => {
        const [one, two] = [await issueNumber(store.tokens, 1), await issueNumber(store.tokens, 2)];
        for (const [hash, token] of [
          ["a", one],
          ["b", one],
          ["c", two],
        ] as const) {
          await login(hash, principalOf(token));
          await sessions.addLink(createLoginLink(hash, principalOf(token), NOW));
        }
        await login("d");
        await store.tokens.revoke(one.id, "root", NOW);
        const left = await Promise.all(["a", "b", "c", "d"].map((hash) => sessions.find(hash)));
        expect(left.map((found) => found !== undefined)).toEqual([false, false, true, true]);
        const links = await Promise.all(["a", "b", "c"].map((hash) => sessions.takeLink(hash)));
        expect(links.map((link) => link !== undefined)).toEqual([false, false, true]);
        expect(await sessions.closeAllOf({ token_id: two.id })).toBe(1);
      });

      it("show that it was revoked while they were opened", async () => {
        const token = await issueNumber(store.tokens, 1);
        const other = await openClient(name, store);
        const hashes = Array.from({ length: 20 }, (_, n) => `h${n}`);
        await Promise.all([
          ...hashes.slice(0, 10).map((hash) => login(hash, principalOf(token))),
          other.tokens.revoke(token.id, "root", NOW),
          ...hashes.slice(10).map((hash) => login(hash, principalOf(token))),
        ]);
        const found = await Promise.all(hashes.map((hash) => sessions.find(hash)));
        const counting = found.filter((each) => each !== undefined && each.token?.revoked_at !== NOW);
        expect(counting).toEqual([]);
        await other.close();
      });
    });

    describe("a link", () => {
      it("is taken once", async () => {
        const link = createLoginLink("a", BEN, NOW);
        await sessions.addLink(link);
        expect(await sessions.takeLink("b")).toBeUndefined();
        expect(await sessions.takeLink("a")).toEqual(link);
        expect(await sessions.takeLink("a")).toBeUndefined();
      });

      it("is taken by one of many browsers at several servers", async () => {
        const clients = await Promise.all(Array.from({ length: 3 }, () => openClient(name, store)));
        for (let n = 0; n < 10; n += 1) {
          await sessions.addLink(createLoginLink(`l${n}`, BEN, NOW));
          const taken = await Promise.all(
            clients.flatMap((client) => [0, 1, 2].map(() => client.sessions.takeLink(`l${n}`))),
          );
          expect(taken.filter((link) => link !== undefined)).toHaveLength(1);
        }
        await Promise.all(clients.map((client) => client.close()));
      });
    });

    it("forgets what has ended, and nothing else", async () => {
      await login("old", BEN, "2026-05-30T12:00:00.000Z");
      await login("at its end", BEN, "2026-06-01T00:00:00.000Z");
      await login("new");
      await sessions.addLink(createLoginLink("old", BEN, "2026-06-01T11:50:00.000Z"));
      await sessions.addLink(createLoginLink("new", BEN, "2026-06-01T11:50:00.001Z"));
      expect(await sessions.forgetExpired(NOW)).toBe(3);
      expect(await sessions.forgetExpired(NOW)).toBe(0);
      expect(await sessions.find("old")).toBeUndefined();
      expect(await sessions.find("at its end")).toBeUndefined();
      expect(await sessions.find("new")).toBeDefined();
      expect(await sessions.takeLink("old")).toBeUndefined();
      expect(await sessions.takeLink("new")).toBeDefined();
    });

    it("ends the logins and links of a person who is erased", async () => {
      await login("a", { ...BEN, id: "dana" });
      await login("b");
      await sessions.addLink(createLoginLink("l", { ...BEN, id: "dana" }, NOW));
      await store.feedback.erasePerson("dana");
      expect(await sessions.find("a")).toBeUndefined();
      expect(await sessions.takeLink("l")).toBeUndefined();
      expect(await sessions.find("b")).toBeDefined();
    });
  });
}
