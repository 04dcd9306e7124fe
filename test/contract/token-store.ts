import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFirstAdmin } from "../../src/app/access/tokens.ts";
import type { Token } from "../../src/core/access/token.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import type { Store } from "../../src/ports/store.ts";
import type { TokenStore } from "../../src/ports/access-store.ts";
import { HOSTILE_TEXTS } from "./make-feedback.ts";
import { hashOf, issueNumber, makeToken } from "./make-token.ts";
import type { StoreDriver } from "./store-driver.ts";

const NOW = "2026-06-01T12:00:00.000Z";

/** What every driver of the port promises. */
export function describeTokenStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the token store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;
    let tokens: TokenStore;

    beforeEach(async () => {
      number += 1;
      name = `tokens-${number}`;
      store = await open({ name });
      ({ tokens } = store);
    });
    afterEach(() => store.close());

    const readAll = async (limit: number): Promise<readonly Token[]> => {
      const items: Token[] = [];
      let after: string | undefined;
      do {
        const page = await tokens.list({ limit, ...(after === undefined ? {} : { after }) });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        items.push(...page.items);
        after = page.next;
      } while (after !== undefined);
      return items;
    };

    describe("issue", () => {
      it("keeps a token, found by its id and its hash, also when opened again", async () => {
        const plain = await issueNumber(tokens, 1);
        const agent = await issueNumber(tokens, 2, { role: "agent", agent: "rio 👩‍👧" });
        await store.close();
        store = await open({ name });
        ({ tokens } = store);
        expect(await tokens.find(plain.id)).toEqual(plain);
        expect(await tokens.findByHash(hashOf(1))).toEqual(plain);
        expect(await tokens.findByHash(hashOf(2))).toEqual(agent);
        for (const other of ["", plain.id.toUpperCase(), hashOf(1), "tk_%", "\0", "\uD800"]) {
          expect(await tokens.find(other)).toBeUndefined();
        }
        for (const other of ["", plain.id, hashOf(3), hashOf(1).toUpperCase(), "\0"]) {
          expect(await tokens.findByHash(other)).toBeUndefined();
        }
      });

      it("writes down who did it, in one step with it, and nothing of the secret", async () => {
        await issueNumber(tokens, 1, { role: "agent", agent: "rio" });
        const entries = await store.audit.list({ limit: 10 });
        expect(entries).toMatchObject([
          {
            actor: "root",
            action: "token.issued",
            subject: makeToken(1).id,
            detail: { name: "holder 1", role: "agent", agent: "rio", expires_at: makeToken(1).expires_at },
          },
        ]);
        expect(JSON.stringify(entries)).not.toContain(hashOf(1));
        expect(await store.audit.verify()).toMatchObject({ ok: true });
      });

      it.each([
        { why: "the same id", n: 2, over: { id: makeToken(1).id } },
        { why: "the same hash", n: 1, over: { id: makeToken(2).id } },
      ])("refuses $why, and writes nothing down", async ({ n, over }) => {
        const first = await issueNumber(tokens, 1);
        await expect(issueNumber(tokens, n, over)).rejects.toMatchObject({ code: "record_refused" });
        expect(await readAll(9)).toEqual([first]);
        expect(await store.audit.list({ limit: 9 })).toHaveLength(1);
      });

      it.each(HOSTILE_TEXTS.filter(({ text }) => text.length < 1_000))(
        "takes a name and an agent with $why",
        async ({ text }) => {
          const { id } = await issueNumber(tokens, 1, { name: text, role: "agent", agent: text });
          const other = await issueNumber(tokens, 2, { name: "x", role: "agent", agent: `${text}.` });
          const found = (await tokens.find(id))!;
          expect(found.name).toBe(text.toWellFormed().replaceAll("\0", "\uFFFD"));
          expect((await tokens.find(other.id))!.agent).not.toBe(found.agent);
        },
      );
    });

    describe("the first admin", () => {
      const first = (of: TokenStore) =>
        createFirstAdmin({ tokens: of, random: randomText, hash: sha256, now: () => NOW })();

      it("is made once when several servers start at once, and not again", async () => {
        const clients = await Promise.all(Array.from({ length: 4 }, () => openClient(name, store)));
        const made = (await Promise.all(clients.map((client) => first(client.tokens)))).filter(
          (each) => each !== undefined,
        );
        expect(made).toHaveLength(1);
        expect(await tokens.findByHash(sha256(made[0]!.text))).toEqual(made[0]!.token);
        expect(made[0]!.token).toMatchObject({ role: "admin", expires_at: "2027-06-01T12:00:00.000Z" });
        expect(await tokens.countAdmins()).toBe(1);
        expect(await store.audit.list({ limit: 9 })).toMatchObject([
          { actor: "emend", action: "token.issued" },
        ]);
        expect(await first(tokens)).toBeUndefined();
        await Promise.all(clients.map((client) => client.close()));
      });

      it("is not made where there was one, though it was revoked", async () => {
        await issueNumber(tokens, 1);
        expect(await tokens.countAdmins()).toBe(0);
        const admin = await issueNumber(tokens, 2, { role: "admin" });
        await tokens.revoke(admin.id, "root", NOW);
        expect(await tokens.countAdmins()).toBe(1);
        expect(await first(tokens)).toBeUndefined();
        expect(await tokens.issueFirst(makeToken(3, { role: "admin" }), hashOf(3))).toBe(false);
        expect(await tokens.find(makeToken(3).id)).toBeUndefined();
      });
    });

    describe("list", () => {
      it("gives each once, the newest first, whatever the size of a page", async () => {
        // Several of one moment, so that pages end among them.
        for (let n = 0; n < 23; n += 1) {
          await issueNumber(tokens, n, { created_at: makeToken(Math.trunc(n / 5)).created_at });
        }
        const expected = Array.from({ length: 23 }, (_, n) => makeToken(22 - n).id);
        for (const limit of [1, 2, 5, 7, 22, 23, 500]) {
          expect((await readAll(limit)).map(({ id }) => id)).toEqual(expected);
        }
      });

      it("goes on where it was while others are issued", async () => {
        for (let n = 0; n < 4; n += 1) await issueNumber(tokens, n);
        const { items, next } = await tokens.list({ limit: 2 });
        await issueNumber(tokens, 9);
        const rest = await tokens.list({ limit: 9, after: next! });
        expect([...items, ...rest.items].map(({ id }) => id)).toEqual(
          [3, 2, 1, 0].map((n) => makeToken(n).id),
        );
      });

      it.each(["", "x", "%%%", Buffer.from('["\\u0000",1]').toString("base64url"), "x".repeat(100_000)])(
        "refuses %j as a page's end",
        async (after) => {
          await expect(tokens.list({ limit: 5, after })).rejects.toMatchObject({ code: "invalid_cursor" });
        },
      );

      it.each([0, -1, Number.NaN, 1.5])("takes %d as a size of 1", async (limit) => {
        await issueNumber(tokens, 1);
        await issueNumber(tokens, 2);
        expect((await tokens.list({ limit })).items).toHaveLength(1);
      });
    });

    describe("revoke", () => {
      it("ends a token once, and writes down who did it", async () => {
        const token = await issueNumber(tokens, 1);
        const revoked = { ...token, revoked_at: NOW, revoked_by: "ana" };
        expect(await tokens.revoke(token.id, "ana", NOW)).toEqual({ changed: true, token: revoked });
        expect(await tokens.revoke(token.id, "ben", "2026-06-02T00:00:00.000Z")).toEqual({
          changed: false,
          token: revoked,
        });
        expect(await tokens.findByHash(hashOf(1))).toEqual(revoked);
        const [entry, ...others] = await store.audit.list({ limit: 9 });
        expect(entry).toMatchObject({ actor: "ana", action: "token.revoked", subject: token.id });
        expect(others).toHaveLength(1);
      });

      it("answers nothing for a token that there is not", async () => {
        expect(await tokens.revoke("tk_nobody", "ana", NOW)).toBeUndefined();
        expect(await tokens.revoke("\0", "ana", NOW)).toBeUndefined();
        expect(await store.audit.list({ limit: 9 })).toEqual([]);
      });

      it("is done by one of many who ask at once", async () => {
        const { id } = await issueNumber(tokens, 1);
        const clients = await Promise.all(Array.from({ length: 3 }, () => openClient(name, store)));
        const answers = await Promise.all(
          clients.flatMap((client, at) =>
            [0, 1].map((each) => client.tokens.revoke(id, `person ${at} ${each}`, NOW)),
          ),
        );
        const [winner, ...none] = answers.filter((answer) => answer?.changed);
        expect(none).toEqual([]);
        expect(new Set(answers.map((answer) => answer?.token.revoked_by))).toEqual(
          new Set([winner?.token.revoked_by]),
        );
        expect(await store.audit.list({ limit: 9 })).toHaveLength(2);
        await Promise.all(clients.map((client) => client.close()));
      });
    });

    describe("touch", () => {
      it("notes the use of a token at most once a minute, and never an earlier one", async () => {
        const { id } = await issueNumber(tokens, 1);
        const used = async (time: string): Promise<string | undefined> => {
          await tokens.touch(id, time);
          return (await tokens.find(id))?.last_used_at;
        };
        expect(await used("2026-06-01T12:00:00.000Z")).toBe("2026-06-01T12:00:00.000Z");
        expect(await used("2026-06-01T12:00:59.999Z")).toBe("2026-06-01T12:00:00.000Z");
        expect(await used("2026-06-01T12:01:00.000Z")).toBe("2026-06-01T12:01:00.000Z");
        expect(await used("2026-06-01T11:00:00.000Z")).toBe("2026-06-01T12:01:00.000Z");
        await tokens.touch("tk_nobody", NOW);
        expect(await store.audit.list({ limit: 9 })).toHaveLength(1);
      });

      it("does not bring a token back that is revoked meanwhile", async () => {
        const { id } = await issueNumber(tokens, 1);
        await Promise.all([
          ...Array.from({ length: 5 }, () => tokens.touch(id, NOW)),
          tokens.revoke(id, "ana", NOW),
          ...Array.from({ length: 5 }, () => tokens.touch(id, NOW)),
        ]);
        expect(await tokens.find(id)).toMatchObject({ revoked_by: "ana", last_used_at: NOW });
      });
    });

    describe("erasing a person", () => {
      it("takes them out of who issued and revoked, and leaves what tokens are named", async () => {
        await issueNumber(tokens, 1, { created_by: "dana", name: "dana's laptop" });
        await issueNumber(tokens, 2);
        await tokens.revoke(makeToken(2).id, "dana", NOW);
        await store.feedback.erasePerson("dana", "privacy-desk");
        expect(await tokens.find(makeToken(1).id)).toMatchObject({
          created_by: "erased",
          name: "dana's laptop",
        });
        expect(await tokens.find(makeToken(2).id)).toMatchObject({
          created_by: "root",
          revoked_by: "erased",
        });
        expect(await store.audit.list({ limit: 9 })).toMatchObject([
          { actor: "privacy-desk", action: "person.erased", detail: { records: 2 } },
          { action: "token.revoked", state: "erased" },
          { action: "token.issued", actor: "root" },
          { action: "token.issued", state: "erased" },
        ]);
        expect(await store.audit.verify()).toMatchObject({ ok: true });
        await store.feedback.erasePerson("erased");
        expect(await store.audit.list({ limit: 9 })).toHaveLength(4);
      });

      it("revokes the tokens that are named as they are, and says how many", async () => {
        const NAMED = [
          { why: "hers", given: { name: "dana", role: "reviewer" }, by: "privacy-desk" },
          { why: "hers, whatever she may do", given: { name: "dana", role: "admin" }, by: "privacy-desk" },
          { why: "an agent's", given: { name: "dana", role: "agent", agent: "rio" }, by: undefined },
          { why: "of another name", given: { name: "dana b", role: "reviewer" }, by: undefined },
        ] as const;
        for (const [n, { given }] of NAMED.entries()) await issueNumber(tokens, n, given);
        await issueNumber(tokens, 9, { name: "dana", role: "reviewer" });
        await tokens.revoke(makeToken(9).id, "root", NOW);
        await store.feedback.erasePerson("dana", "privacy-desk");
        const found = await Promise.all(
          NAMED.map(async ({ why }, n) => ({ why, by: (await tokens.find(makeToken(n).id))?.revoked_by })),
        );
        expect(found).toEqual(NAMED.map(({ why, by }) => ({ why, by })));
        expect(await tokens.find(makeToken(9).id)).toMatchObject({ revoked_by: "root", revoked_at: NOW });
        const [entry] = await store.audit.list({ limit: 1 });
        expect(entry).toMatchObject({ action: "person.erased", detail: { tokens_revoked: 2 } });
        expect(JSON.stringify(entry)).not.toContain("dana");
        expect(await store.audit.verify()).toMatchObject({ ok: true });
      });

      it("revokes the tokens of somebody who erases themselves, and does not name them", async () => {
        await issueNumber(tokens, 1, { name: "dana", role: "approver" });
        await issueNumber(tokens, 2, { name: "erased", role: "approver" });
        await store.feedback.erasePerson("dana", "dana");
        await store.feedback.erasePerson("erased", "dana");
        expect(await tokens.find(makeToken(1).id)).toMatchObject({ revoked_by: "erased" });
        expect(await tokens.find(makeToken(2).id)).not.toHaveProperty("revoked_by");
      });
    });
  });
}
