import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Invitation } from "../../src/core/access/invitation.ts";
import type { Store } from "../../src/ports/store.ts";
import { timeAt } from "./make-feedback.ts";
import { hashOf, makeToken } from "./make-token.ts";
import type { StoreDriver } from "./store-driver.ts";

const makeInvitation = (n: number, over: Partial<Invitation> = {}): Invitation => ({
  id: `inv_${String(n).padStart(16, "0")}`,
  name: `guest ${n}`,
  role: "reviewer",
  created_at: timeAt(n),
  created_by: "root",
  expires_at: timeAt(n + 60),
  issued_with: "command",
  ...over,
});

/** What every driver of the port promises. */
export function describeInvitationStore(driver: string, { open, openClient }: StoreDriver): void {
  describe(`the invitation store on ${driver}`, () => {
    let number = 0;
    let name = "";
    let store: Store;

    beforeEach(async () => {
      number += 1;
      name = `invitations-${number}`;
      store = await open({ name });
    });
    afterEach(() => store.close());

    const add = async (n: number, over: Partial<Invitation> = {}): Promise<Invitation> => {
      const invitation = makeInvitation(n, over);
      await store.invitations.add(invitation, hashOf(n));
      return invitation;
    };
    const log = async () => (await store.audit.list({ limit: 10 })).toReversed();

    it("keeps an invitation, found by the hash of its secret, also when opened again", async () => {
      const invitation = await add(1, { name: "cléo 👩‍👧", role: "approver" });
      const { issued_with: _unknown, ...older } = await add(2);
      await store.close();
      store = await open({ name });
      expect(await store.invitations.findByHash(hashOf(1))).toEqual(invitation);
      expect(await store.invitations.findByHash(hashOf(2))).toMatchObject(older);
      for (const other of ["", invitation.id, hashOf(3), "\0", "\uD800"])
        expect(await store.invitations.findByHash(other)).toBeUndefined();
      expect((await store.invitations.list()).map(({ id }) => id)).toEqual([older.id, invitation.id]);
    });

    it("records who invited whom, and nothing of the secret", async () => {
      const { id } = await add(1);
      const entries = await log();
      expect(entries).toMatchObject([
        {
          actor: "root",
          action: "invitation.created",
          subject: id,
          detail: { name: "guest 1", role: "reviewer" },
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain(hashOf(1));
    });

    it("is accepted by exactly one of several callers, with one token", async () => {
      const invitation = await add(1);
      const clients = await Promise.all([1, 2, 3].map(() => openClient(name, store)));
      const accepted = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((n) =>
          clients[n % 3]!.invitations.accept(invitation, makeToken(n, { name: "guest 1" }), hashOf(100 + n)),
        ),
      );
      await Promise.all(clients.map((client) => client.close()));
      expect(accepted.filter(Boolean)).toHaveLength(1);
      const winner = accepted.indexOf(true) + 1;
      const { items } = await store.tokens.list({ limit: 10 });
      expect(items.map(({ id }) => id)).toEqual([makeToken(winner).id]);
      expect(await store.tokens.findByHash(hashOf(100 + winner))).toBeDefined();
      expect(await store.invitations.list()).toEqual([]);
      expect((await log()).map(({ action }) => action)).toEqual([
        "invitation.created",
        "token.issued",
        "invitation.accepted",
      ]);
      expect(await store.audit.verify()).toMatchObject({ ok: true });
    });

    it("is withdrawn once, and then accepted by nobody", async () => {
      const invitation = await add(1);
      expect(await store.invitations.withdraw(invitation.id, "mo")).toEqual(invitation);
      expect(await store.invitations.withdraw(invitation.id, "mo")).toBeUndefined();
      expect(await store.invitations.withdraw("\0", "mo")).toBeUndefined();
      expect(await store.invitations.accept(invitation, makeToken(1), hashOf(9))).toBe(false);
      expect((await store.tokens.list({ limit: 10 })).items).toEqual([]);
      expect(await log()).toMatchObject([{}, { actor: "mo", action: "invitation.withdrawn" }]);
    });

    it("is forgotten once it has expired", async () => {
      await add(1);
      const later = await add(2);
      expect(await store.invitations.forgetExpired(timeAt(61))).toBe(1);
      expect(await store.invitations.list()).toEqual([later]);
    });

    it("is deleted when the person or the inviter is erased", async () => {
      await add(1, { name: "cleo" });
      await add(2, { created_by: "cleo" });
      const other = await add(3);
      await store.feedback.erasePerson("cleo", "mo");
      expect(await store.invitations.list()).toEqual([other]);
    });
  });
}
